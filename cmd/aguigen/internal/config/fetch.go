package config

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	maxSchema    = 16 << 20 // bytes; the protocol's own has 200 thousand
	fetchTimeout = 30 * time.Second
	maxRedirects = 5
)

// Fetch downloads a schema over https.
func Fetch(ctx context.Context, transport http.RoundTripper, address string) ([]byte, error) {
	if !IsAddress(address) {
		return nil, fmt.Errorf("%q is no https address", address)
	}
	client := &http.Client{Transport: transport, Timeout: fetchTimeout, CheckRedirect: func(next *http.Request, via []*http.Request) error {
		switch {
		case next.URL.Scheme != "https":
			return fmt.Errorf("it redirects to %s, and only https is followed", next.URL)
		case len(via) > maxRedirects:
			return fmt.Errorf("it redirects more than %d times", maxRedirects)
		}
		return nil
	}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/schema+json, application/json;q=0.9, */*;q=0.1")
	response, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("cannot fetch the schema: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("cannot fetch the schema from %s: the server answers %q: check the address", address, response.Status)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxSchema+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot fetch the schema from %s: %w", address, err)
	case len(text) > maxSchema:
		return nil, fmt.Errorf("the document at %s is larger than %d MiB: check the address", address, maxSchema>>20)
	case len(text) == 0:
		return nil, errors.New("the document at " + address + " is empty: check the address")
	}
	return text, nil
}
