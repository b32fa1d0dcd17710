// Checks a log with Go's own packages for such logs, and with nothing of this project's.
//
//	log-check LOG-URL VKEY [OLD-CHECKPOINT-FILE]
//	log-check -proof FILE VKEY
//
// It opens the checkpoint with the key, checks every tile that it reads against the checkpoint's root, proves that entries are in the
// log, holds each entry against its leaf and, given an older checkpoint, proves that the log has only grown since. Of a proof in a
// file (https://c2sp.org/tlog-proof) it says whether it holds, and asks no site. It ends with 1 and names what does not hold.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

func main() {
	if len(os.Args) == 4 && os.Args[1] == "-proof" {
		checkProof(os.Args[2], os.Args[3])
		return
	}
	if len(os.Args) < 3 || len(os.Args) > 4 {
		fail("usage: log-check LOG-URL VKEY [OLD-CHECKPOINT-FILE], or log-check -proof FILE VKEY")
	}
	verifier, err := note.NewVerifier(os.Args[2])
	check("the key", err)
	log := &reader{url: os.Args[1]}
	text, err := log.get("checkpoint")
	check("the checkpoint", err)
	tree := open(text, verifier)
	hashes := tlog.TileHashReader(tree, log)

	if len(os.Args) == 4 {
		old, err := os.ReadFile(os.Args[3])
		check("the older checkpoint", err)
		checkGrowth(open(old, verifier), tree, hashes, log)
	}
	checkEntries(tree, hashes, log)
	fmt.Printf("the log holds: %d entries\n", tree.N)
}

// checkProof proves the entry that a file has beside its proof.
func checkProof(file, vkey string) {
	verifier, err := note.NewVerifier(vkey)
	check("the key", err)
	text, err := os.ReadFile(file)
	check("the file", err)
	parts := strings.SplitN(string(text), "\n\n", 2)
	lines := strings.Split(parts[0], "\n")
	if len(parts) < 2 || len(lines) < 3 || lines[0] != "c2sp.org/tlog-proof@v1" || !strings.HasPrefix(lines[1], "extra ") || !strings.HasPrefix(lines[2], "index ") {
		fail("the file is no proof with its entry")
	}
	entry, err := base64.StdEncoding.Strict().DecodeString(lines[1][len("extra "):])
	check("the entry", err)
	index, err := strconv.ParseInt(lines[2][len("index "):], 10, 64)
	check("the index", err)
	var proof tlog.RecordProof
	for _, line := range lines[3:] {
		hash, err := tlog.ParseHash(line)
		check("a hash of the proof", err)
		proof = append(proof, hash)
	}
	tree := open([]byte(parts[1]), verifier)
	if index >= tree.N {
		fail(fmt.Sprintf("the index: the log has only %d entries", tree.N))
	}
	check("the entry", tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry)))
	fmt.Printf("the proof holds: index %d of %d entries\n%s\n", index, tree.N, entry)
}

// open gives the tree of a checkpoint that the key has signed: https://c2sp.org/tlog-checkpoint.
func open(signed []byte, verifier note.Verifier) tlog.Tree {
	opened, err := note.Open(signed, note.VerifierList(verifier))
	check("the checkpoint", err)
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != verifier.Name() {
		fail("the checkpoint is not of " + verifier.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check("the checkpoint's size", err)
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		fail("the checkpoint's root is no hash")
	}
	tree := tlog.Tree{N: size}
	copy(tree.Hash[:], root)
	return tree
}

func checkGrowth(old, tree tlog.Tree, hashes tlog.HashReader, log *reader) {
	if old.N > tree.N {
		fail(fmt.Sprintf("the log has %d entries, but had %d", tree.N, old.N))
	}
	if old.N == 0 {
		return
	}
	proof, err := tlog.ProveTree(tree.N, old.N, hashes)
	check(log.asked(), err)
	check("the older checkpoint", tlog.CheckTree(proof, tree.N, tree.Hash, old.N, old.Hash))
	fmt.Printf("consistent with %d entries\n", old.N)
}

// checkEntries holds every entry against its leaf, and proves the first, the last and some others to be in the log.
func checkEntries(tree tlog.Tree, hashes tlog.HashReader, log *reader) {
	var entries []tlog.Hash
	for int64(len(entries)) < tree.N {
		entries = append(entries, bundleHashes(int64(len(entries)), tree, hashes, log)...)
	}
	if tree.N == 0 {
		return
	}
	proved := map[int64]bool{0: true, tree.N - 1: true}
	random := rand.New(rand.NewSource(time.Now().UnixNano()))
	for i := 0; i < 20; i++ {
		proved[random.Int63n(tree.N)] = true
	}
	for i := range proved {
		proof, err := tlog.ProveRecord(tree.N, i, hashes)
		check(log.asked(), err)
		check(fmt.Sprintf("entry %d", i), tlog.CheckRecord(proof, tree.N, tree.Hash, i, entries[i]))
	}
	fmt.Printf("proved %d entries\n", len(proved))
}

// bundleHashes gives the hashes of the entries from first on, a multiple of 256, as far as their bundle goes.
func bundleHashes(first int64, tree tlog.Tree, hashes tlog.HashReader, log *reader) []tlog.Hash {
	width := min(tree.N-first, 1<<height)
	name := tilePath("entries", first>>height, int(width))
	bundle, err := log.get(name)
	check(name, err)
	indexes := make([]int64, width)
	found := make([]tlog.Hash, width)
	for i := range found {
		if len(bundle) < 2 || len(bundle) < 2+int(binary.BigEndian.Uint16(bundle)) {
			fail(fmt.Sprintf("%s ends within entry %d", name, first+int64(i)))
		}
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		found[i] = tlog.RecordHash(bundle[2:end])
		bundle = bundle[end:]
		indexes[i] = tlog.StoredHashIndex(0, first+int64(i))
	}
	if len(bundle) > 0 {
		fail(name + " goes on behind its entries")
	}
	expected, err := hashes.ReadHashes(indexes)
	check(log.asked(), err)
	for i := range found {
		if found[i] != expected[i] {
			fail(fmt.Sprintf("entry %d of %s is not the one in the log", first+int64(i), name))
		}
	}
	return found
}

// reader gives tlog the tiles, which it knows by other addresses.
type reader struct {
	url    string
	latest []string
}

func (r *reader) Height() int { return height }

func (r *reader) SaveTiles(tiles []tlog.Tile, data [][]byte) {}

func (r *reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	r.latest = nil
	var data [][]byte
	for _, tile := range tiles {
		name := tilePath(strconv.Itoa(tile.L), tile.N, tile.W)
		r.latest = append(r.latest, name)
		bytes, err := r.get(name)
		if err != nil {
			return nil, err
		}
		data = append(data, bytes)
	}
	return data, nil
}

// asked names the tiles that were read last.
func (r *reader) asked() string { return strings.Join(r.latest, ", ") }

func (r *reader) get(name string) ([]byte, error) {
	response, err := http.Get(r.url + "/" + name)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", name, response.Status)
	}
	return io.ReadAll(response.Body)
}

// tilePath is the address of a tile as https://c2sp.org/tlog-tiles has it: tlog's own, without its height.
func tilePath(level string, index int64, width int) string {
	own := tlog.Tile{H: height, L: 0, N: index, W: width}.Path()
	return path.Join("tile", level, strings.TrimPrefix(own, fmt.Sprintf("tile/%d/0/", height)))
}

func min(a, b int64) int64 {
	if a < b {
		return a
	}
	return b
}

func check(what string, err error) {
	if err != nil {
		fail(what + ": " + err.Error())
	}
}

func fail(words string) {
	fmt.Fprintln(os.Stderr, words)
	os.Exit(1)
}
