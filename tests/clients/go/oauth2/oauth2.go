// Package oauth2 has what a generated client uses of golang.org/x/oauth2, which Debian's Go is without.
// The client of the test sends one token that needs no renewal.
package oauth2

import "net/http"

// Token is an access token.
type Token struct{ AccessToken string }

// SetAuthHeader puts the token into a request.
func (t *Token) SetAuthHeader(r *http.Request) {
	r.Header.Set("Authorization", "Bearer "+t.AccessToken)
}

// TokenSource returns tokens, renewed where they have expired.
type TokenSource interface{ Token() (*Token, error) }
