// Runs one client onto every upstream, case by case, and prints a line of JSON for each.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// What a harness is told; see ../../driver/start-setting.ts.
type setting struct {
	Key       string
	WrongKey  string
	Upstreams map[string]string
	Models    map[string]string
	Prompts   map[string]string
	Picture   []byte
}

type connection struct {
	url, key string
	models   map[string]string
	retries  int
}

var clients = map[string]func(connection) client{
	"go-openai-chat":      newOpenAIChat,
	"go-openai-responses": newOpenAIResponses,
	"go-anthropic":        newAnthropic,
	"go-google-genai":     newGoogle,
	"go-sashabaranov":     newSashabaranov,
}

func main() {
	text, err := os.ReadFile(os.Getenv("CLIENTS_SETTING"))
	if err != nil {
		panic(err)
	}
	var told setting
	if err := json.Unmarshal(text, &told); err != nil {
		panic(err)
	}
	name := os.Args[1]
	open, known := clients[name]
	if !known {
		panic(fmt.Sprintf("there is no client %s", name))
	}
	for upstream, url := range told.Upstreams {
		runCases(name, upstream, url, told, open)
	}
}
