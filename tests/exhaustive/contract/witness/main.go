// Opens a note with Go's own package and the keys given, of a log (Ed25519) or of witnesses (cosignature/v1). Prints the names of
// those whose signatures hold, one a line, and the time of each cosignature.
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

type witness struct {
	name string
	hash uint32
	key  ed25519.PublicKey
	time *uint64
}

func (w witness) Name() string    { return w.name }
func (w witness) KeyHash() uint32 { return w.hash }
func (w witness) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	*w.time = binary.BigEndian.Uint64(sig)
	signed := fmt.Sprintf("cosignature/v1\ntime %d\n%s", *w.time, msg)
	return ed25519.Verify(w.key, []byte(signed), sig[8:])
}

func main() {
	msg, err := os.ReadFile(os.Args[1])
	fail(err)
	var verifiers []note.Verifier
	times := map[string]*uint64{}
	for _, vkey := range os.Args[2:] {
		parts := strings.SplitN(vkey, "+", 3)
		key, err := base64.StdEncoding.DecodeString(parts[2])
		fail(err)
		if key[0] != 4 {
			verifier, err := note.NewVerifier(vkey)
			fail(err)
			verifiers = append(verifiers, verifier)
			continue
		}
		id := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
		times[parts[0]] = new(uint64)
		verifiers = append(verifiers, witness{parts[0], binary.BigEndian.Uint32(id[:]), key[1:], times[parts[0]]})
	}
	opened, err := note.Open(msg, note.VerifierList(verifiers...))
	fail(err)
	for _, sig := range opened.Sigs {
		fmt.Print(sig.Name)
		if time := times[sig.Name]; time != nil {
			fmt.Print(" ", *time)
		}
		fmt.Println()
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
