package main

import "context"

// What the client made of an answer. finished: whether it says that the model ended by itself.
type answer struct {
	text          string
	finished      bool
	input, output int64
}

type call struct {
	Name string
	City string
}

// A tool loop: the calls of each turn in order, and the last text.
type loop struct {
	text  string
	turns [][]call
}

// What a client library must do to be driven; the cases of ../../driver/cases.ts say with what.
type client interface {
	ask(ctx context.Context, prompt string) (answer, error)
	// The pieces of text of a stream; leaves it after so many, if that is above 0.
	stream(ctx context.Context, prompt string, stopAfter int) ([]string, error)
	loop(ctx context.Context, prompt string, reasoning bool) (loop, error)
	// The JSON text by the schema of a person.
	schema(ctx context.Context, prompt string) (string, error)
	see(ctx context.Context, prompt string, picture []byte) (string, error)
	// Whether the error is the client's own one for a case that fails.
	tells(name string, err error) bool
}

type tool struct{ name, about, result string }

var tools = []tool{
	{"get_weather", "Tells the weather of a city.", "sunny-4711"},
	{"get_time", "Tells the time in a city.", "noon-0815"},
}

var parameters = map[string]any{
	"type":                 "object",
	"properties":           map[string]any{"city": map[string]any{"type": "string"}},
	"required":             []string{"city"},
	"additionalProperties": false,
}

var person = map[string]any{
	"type": "object",
	"properties": map[string]any{
		"name": map[string]any{"type": "string"},
		"age":  map[string]any{"type": "integer"},
		"tags": map[string]any{"type": "array", "items": map[string]any{"type": "string"}},
	},
	"required":             []string{"name", "age", "tags"},
	"additionalProperties": false,
}

func resultOf(name string) string {
	for _, each := range tools {
		if each.name == name {
			return each.result
		}
	}
	return "no such tool"
}
