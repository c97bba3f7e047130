package write

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"

	"github.com/aguigen/aguigen/generator/diag"
)

// temporary is the name of the temporary files of a run, with its process, the run, the number of the file and its
// content. They are not Go files, so that a concurrent build ignores them.
const temporary = ".aguigen-%d-%x-%d-%s.tmp"

// temporaryName matches such names, including those of earlier versions of aguigen without the process.
var temporaryName = regexp.MustCompile(`^\.aguigen-(?:([0-9]+)-)?[0-9a-f]+-[0-9]+-(?:new|old)\.tmp$`)

// isLeftover reports whether a file is a temporary file of a run that has ended. Files of a running process are kept,
// since another aguigen may be working in the same folder.
func isLeftover(name string) bool {
	m := temporaryName.FindStringSubmatch(name)
	if m == nil {
		return false
	}
	pid, err := strconv.Atoi(m[1])
	return err != nil || pid == os.Getpid() || !isRunning(pid)
}

// isRunning reports whether there is a process with that id. Only Unix can check this without side effects.
func isRunning(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, syscall.EPERM)
}

// Apply makes all changes or none: it writes every file beside its place first, then moves it there. If a move
// fails, the earlier ones are undone.
func (c *Changes) Apply() error {
	if c.Empty() {
		return nil
	}
	s := &stage{changes: c, run: rand.Uint64()}
	err := s.all()
	if err == nil {
		return s.finish()
	}
	problems := folderError(filepath.Join(c.dir, s.at), err)
	if err := s.undo(); err != nil {
		problems.Errorf(diag.Pos{File: c.dir}, "what was changed could not all be changed back (%s): compare the folder with "+
			"your last commit", reason(err))
	}
	return problems.Err()
}

// stage is one run of Apply, with what is needed to undo it.
type stage struct {
	changes *Changes
	run     uint64 // tells the temporary files of two runs apart
	at      string // the file or folder that is worked on
	root    *os.Root
	made    []string // folders that were not there, outermost first; the first may be the output folder's own parents
	files   []staged
	moved   int // how many of files are in place
}

// staged is a change with its new and old content beside its place, "" for none.
type staged struct{ target, fresh, backup string }

func (s *stage) all() error {
	if err := s.makeRoot(); err != nil {
		return err
	}
	for i, f := range s.changes.Files {
		if err := s.prepare(i, f); err != nil {
			return err
		}
	}
	for _, f := range s.files {
		s.at = f.target
		if err := s.move(f); err != nil {
			return err
		}
		s.moved++
	}
	for _, p := range s.changes.Leftovers {
		s.at = filepath.FromSlash(p)
		if err := s.root.Remove(s.at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// makeRoot creates the output folder and its missing parents.
func (s *stage) makeRoot() error {
	var missing []string
	for dir := filepath.Clean(s.changes.dir); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			break
		}
		missing = append(missing, dir)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		if err := os.Mkdir(missing[i], 0o777); err != nil {
			return err
		}
		s.made = append(s.made, missing[i])
	}
	root, err := os.OpenRoot(s.changes.dir)
	s.root = root
	return err
}

// prepare puts the new content, and a second link to the old, beside the file's place.
func (s *stage) prepare(i int, f Change) error {
	target := filepath.FromSlash(f.Path)
	s.at = filepath.Dir(target)
	if err := s.makeFolder(path.Dir(f.Path)); err != nil {
		return err
	}
	beside := func(what string) string {
		return filepath.Join(filepath.Dir(target), fmt.Sprintf(temporary, os.Getpid(), s.run, i, what))
	}
	s.files = append(s.files, staged{target: target})
	now := &s.files[len(s.files)-1]
	if !f.Stale() {
		now.fresh = beside("new")
		if err := s.create(now.fresh, f.New); err != nil {
			return err
		}
	}
	if f.Missing() {
		return nil
	}
	now.backup = beside("old")
	if err := s.root.Link(target, now.backup); err == nil {
		return nil
	}
	return s.create(now.backup, f.Old) // a file system without links
}

func (s *stage) makeFolder(dir string) error {
	name := filepath.FromSlash(dir)
	if _, err := s.root.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := s.makeFolder(path.Dir(dir)); err != nil {
		return err
	}
	if err := s.root.Mkdir(name, 0o777); err != nil {
		return err
	}
	s.made = append(s.made, filepath.Join(s.changes.dir, name))
	return nil
}

func (s *stage) create(name string, text []byte) error {
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

func (s *stage) move(f staged) error {
	if f.fresh == "" {
		return s.root.Remove(f.target)
	}
	return s.root.Rename(f.fresh, f.target)
}

// undo restores the old files and removes those of the run.
func (s *stage) undo() error {
	var failed error
	for i, f := range s.files {
		switch {
		case i < s.moved && f.backup == "":
			failed = errors.Join(failed, s.root.Remove(f.target))
		case i < s.moved:
			failed = errors.Join(failed, s.root.Rename(f.backup, f.target))
		case f.backup != "":
			_ = s.root.Remove(f.backup)
		}
		if f.fresh != "" {
			_ = s.root.Remove(f.fresh)
		}
	}
	if s.root != nil {
		failed = errors.Join(failed, s.root.Close())
	}
	for i := len(s.made) - 1; i >= 0; i-- {
		_ = os.Remove(s.made[i])
	}
	return failed
}

// finish drops the second links to the old files.
func (s *stage) finish() error {
	for _, f := range s.files {
		if f.backup != "" {
			if err := s.root.Remove(f.backup); err != nil {
				return errors.Join(folderError(filepath.Join(s.changes.dir, f.target), err), s.root.Close())
			}
		}
	}
	return s.root.Close()
}
