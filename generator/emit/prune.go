package emit

import "slices"

// prune drops the functions and variables that nothing in the package mentions: an enum that no member has needs no
// reader, a list that is only a document of its own no check.
func (g *gen) prune(files []File) ([]File, error) {
	s := newSupport()
	for _, f := range files {
		if err := s.parse(f.Path, f.Text); err != nil {
			return nil, err
		}
	}
	for _, f := range s.files {
		for _, d := range f.declarations {
			if d.exported || d.receiver != "" {
				s.want(d)
			}
		}
	}
	var kept []File
	for i, f := range s.files {
		unwanted := func(d *declaration) bool { return !s.wanted[d] }
		if slices.ContainsFunc(f.declarations, unwanted) {
			files[i].Text = f.print(g, s.wanted)
		}
		if files[i].Text != nil {
			kept = append(kept, files[i])
		}
	}
	return kept, nil
}
