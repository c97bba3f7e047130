package stream

import (
	"testing"
	"time"
)

// These are the answers of the reference implementation's isInterruptExpired.
func TestExpired(t *testing.T) {
	for _, tt := range []struct {
		at, now string
		want    bool
	}{
		{"2026-01-01T00:00:01Z", "2026-01-01T00:00:00Z", false},
		{"2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", true},
		{"tomorrow", "2026-01-01T00:00:00Z", false},
		{"", "2026-01-01T00:00:00Z", false},
		{"2026-01-01T01:00:00+02:00", "2025-12-31T23:30:00Z", true},
	} {
		t.Run(tt.at, func(t *testing.T) {
			now, err := time.Parse(time.RFC3339, tt.now)
			if err != nil {
				t.Fatal(err)
			}
			if got := expired(&tt.at, now); got != tt.want {
				t.Errorf("%s at %s: %v", tt.at, tt.now, got)
			}
		})
	}
	if expired(nil, time.Now()) {
		t.Error("what has no time expires")
	}
}
