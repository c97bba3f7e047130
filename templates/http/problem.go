package http

import (
	"encoding/json"
	"errors"
	"net/http"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// problem is the body of the response to a request that is not served: application/problem+json of RFC 9457.
type problem struct {
	Title  string  `json:"title"`
	Status int     `json:"status"`
	Detail string  `json:"detail,omitempty"`
	Errors []fault `json:"errors,omitempty"`
}

// fault is one error in the body of a request.
type fault struct {
	Pointer string `json:"pointer"` // JSON Pointer into the body
	Detail  string `json:"detail"`
}

func (p *problem) Error() string { return p.Detail }

func refuse(status int, detail string) *problem {
	return &problem{Title: http.StatusText(status), Status: status, Detail: detail}
}

// badBody returns the problem for a request whose body is invalid, with the place of each error.
func badBody(err error) *problem {
	p := refuse(http.StatusBadRequest, err.Error())
	var list agui.ValidationErrors
	var syntax *agui.SyntaxError
	switch {
	case errors.As(err, &list):
		for _, e := range list {
			p.Errors = append(p.Errors, fault{e.InstanceLocation, e.Message})
		}
	case errors.As(err, &syntax):
		p.Errors = []fault{{syntax.InstanceLocation, syntax.Message}}
	}
	return p
}

func (p *problem) write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(p.Status)
	body, _ := json.Marshal(p) // strings and numbers cannot fail
	_, _ = w.Write(append(body, '\n'))
}
