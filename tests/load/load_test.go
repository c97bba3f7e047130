package load

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// server is a process.
type server struct {
	tb  testing.TB
	url string
}

func start(tb testing.TB, name string) *server {
	tb.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^$")
	cmd.Env = append(os.Environ(), serverName+"="+name)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		tb.Fatal(err)
	}
	return &server{tb, "http://" + strings.TrimSpace(line)}
}

func (s *server) stats() (st stats) {
	s.tb.Helper()
	response, err := http.Get(s.url)
	if err != nil {
		s.tb.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if err := json.NewDecoder(response.Body).Decode(&st); err != nil {
		s.tb.Fatal(err)
	}
	return st
}

// run asks for deltas, and returns how long each took to arrive. Opened is told when the first one has.
func (s *server) run(client *http.Client, deltas int, pause time.Duration, opened func()) ([]time.Duration, error) {
	body := fmt.Sprintf(`{"threadId":"t","runId":"%d %d","messages":[]}`, deltas, pause.Milliseconds())
	response, err := client.Post(s.url, "application/json", strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	delays := make([]time.Duration, 0, deltas)
	events, opens := 0, opened != nil
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if !bytes.HasPrefix(lines.Bytes(), []byte("data: ")) {
			continue
		}
		events++
		_, rest, ok := bytes.Cut(lines.Bytes(), []byte(`"delta":"`))
		if !ok {
			continue
		}
		stamp, _, _ := bytes.Cut(rest, []byte(" "))
		sent, err := strconv.ParseInt(string(stamp), 10, 64)
		if err != nil {
			return nil, err
		}
		delays = append(delays, time.Since(time.Unix(0, sent)))
		if opens {
			opens = false
			opened()
		}
	}
	if len(delays) != deltas || events != deltas+4 {
		return nil, fmt.Errorf("%d deltas and %d events, want %d", len(delays), events, deltas)
	}
	return delays, nil
}

// many does as many runs at once, and returns the delays of all of them, sorted, and the time that they took. While all are
// open, meanwhile is called.
func (s *server) many(runs, deltas int, pause time.Duration, meanwhile func()) ([]time.Duration, time.Duration) {
	s.tb.Helper()
	client := &http.Client{Timeout: 5 * time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: runs, ReadBufferSize: 4 << 10}}
	defer client.CloseIdleConnections()
	var open, done sync.WaitGroup
	var mu sync.Mutex
	var all []time.Duration
	var failed error
	began := time.Now()
	open.Add(runs)
	for range runs {
		done.Add(1)
		go func() {
			defer done.Done()
			var once sync.Once
			opened := func() { once.Do(open.Done) }
			delays, err := s.run(client, deltas, pause, opened)
			opened() // of one that has failed
			mu.Lock()
			defer mu.Unlock()
			all = append(all, delays...)
			if err != nil {
				failed = err
			}
		}()
	}
	if meanwhile != nil {
		open.Wait()
		meanwhile()
	}
	done.Wait()
	took := time.Since(began)
	if failed != nil {
		s.tb.Fatal(failed)
	}
	slices.Sort(all)
	return all, took
}

// left waits until a server has no more goroutines than it had.
func (s *server) left(before int) {
	s.tb.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		now := s.stats().Goroutines
		if now <= before {
			return
		}
		if time.Now().After(end) {
			s.tb.Fatalf("%d goroutines are left, %d were there", now, before)
		}
	}
}

// A small load: all arrives, and nothing is left.
func TestLoad(t *testing.T) {
	for name := range servers {
		t.Run(name, func(t *testing.T) {
			s := start(t, name)
			before := s.stats()
			delays, _ := s.many(50, 20, time.Millisecond, nil)
			if len(delays) != 50*20 {
				t.Errorf("%d deltas", len(delays))
			}
			http.DefaultClient.CloseIdleConnections()
			s.left(before.Goroutines)
		})
	}
}

const (
	runs   = 1000
	deltas = 500
	paced  = 100 // deltas, with a pause between two
	pause  = 100 * time.Millisecond
)

// BenchmarkLoad is 1,000 runs at once. One iteration is 500 deltas a run as fast as they can be sent, then 100 deltas a run at
// ten a second, whose delays are told, then all runs open and silent, whose memory is told.
func BenchmarkLoad(b *testing.B) {
	for _, name := range []string{"net/http", "aguihttp", "trusting", "community"} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				s := start(b, name)
				before := s.stats()
				_, took := s.many(runs, deltas, 0, nil)
				b.ReportMetric(runs*(deltas+4)/took.Seconds(), "events/s")
				s.left(before.Goroutines)
				delays, _ := s.many(runs, paced, pause, nil)
				b.ReportMetric(float64(delays[len(delays)/2].Microseconds()), "µs-p50")
				b.ReportMetric(float64(delays[len(delays)*99/100].Microseconds()), "µs-p99")
				s.left(before.Goroutines)
				var open stats
				s.many(runs, 2, 5*time.Second, func() { open = s.stats() })
				b.ReportMetric(float64(open.Memory-before.Memory)/runs, "B/run")
				b.ReportMetric(float64(open.Goroutines-before.Goroutines)/runs, "goroutines/run")
				s.left(before.Goroutines)
				http.DefaultClient.CloseIdleConnections()
			}
		})
	}
}
