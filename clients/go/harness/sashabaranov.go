package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

type sashabaranov struct {
	client *openai.Client
	model  string
}

func newSashabaranov(to connection) client {
	config := openai.DefaultConfig(to.key)
	config.BaseURL = to.url
	return sashabaranov{openai.NewClientWithConfig(config), to.models["openai"]}
}

func (c sashabaranov) asked(prompt string) openai.ChatCompletionRequest {
	return openai.ChatCompletionRequest{
		Model: c.model, Messages: []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: prompt}},
	}
}

func (c sashabaranov) ask(ctx context.Context, prompt string) (answer, error) {
	done, err := c.client.CreateChatCompletion(ctx, c.asked(prompt))
	if err != nil {
		return answer{}, err
	}
	choice := done.Choices[0]
	finished := choice.FinishReason == openai.FinishReasonStop
	return answer{choice.Message.Content, finished, int64(done.Usage.PromptTokens), int64(done.Usage.CompletionTokens)}, nil
}

func (c sashabaranov) stream(ctx context.Context, prompt string, stopAfter int) ([]string, error) {
	events, err := c.client.CreateChatCompletionStream(ctx, c.asked(prompt))
	if err != nil {
		return nil, err
	}
	defer events.Close()
	var pieces []string
	finish := ""
	for {
		chunk, err := events.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return pieces, err
		}
		for _, choice := range chunk.Choices {
			if choice.Delta.Content != "" {
				pieces = append(pieces, choice.Delta.Content)
			}
			finish += string(choice.FinishReason)
		}
		if stopAfter > 0 && len(pieces) >= stopAfter {
			return pieces, nil
		}
	}
	if finish != "stop" {
		return pieces, fmt.Errorf("it ended with %q", finish)
	}
	return pieces, nil
}

func (c sashabaranov) loop(ctx context.Context, prompt string, reasoning bool) (loop, error) {
	asked := c.asked(prompt)
	if reasoning {
		asked.ReasoningEffort = "high"
	}
	for _, each := range tools {
		definition := openai.FunctionDefinition{Name: each.name, Description: each.about, Parameters: parameters}
		asked.Tools = append(asked.Tools, openai.Tool{Type: openai.ToolTypeFunction, Function: &definition})
	}
	var got loop
	for len(got.turns) < 5 {
		done, err := c.client.CreateChatCompletion(ctx, asked)
		if err != nil {
			return got, err
		}
		message := done.Choices[0].Message
		if len(message.ToolCalls) == 0 {
			got.text = message.Content
			return got, nil
		}
		var turn []call
		asked.Messages = append(asked.Messages, message)
		for _, each := range message.ToolCalls {
			turn = append(turn, call{each.Function.Name, cityOf(each.Function.Arguments)})
			asked.Messages = append(asked.Messages, openai.ChatCompletionMessage{
				Role: openai.ChatMessageRoleTool, ToolCallID: each.ID, Content: resultOf(each.Function.Name),
			})
		}
		got.turns = append(got.turns, turn)
	}
	return got, nil
}

type anySchema map[string]any

func (s anySchema) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]any(s)) }

func (c sashabaranov) schema(ctx context.Context, prompt string) (string, error) {
	asked := c.asked(prompt)
	asked.ResponseFormat = &openai.ChatCompletionResponseFormat{
		Type:       openai.ChatCompletionResponseFormatTypeJSONSchema,
		JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: "person", Schema: anySchema(person), Strict: true},
	}
	done, err := c.client.CreateChatCompletion(ctx, asked)
	if err != nil {
		return "", err
	}
	return done.Choices[0].Message.Content, nil
}

func (c sashabaranov) see(ctx context.Context, prompt string, picture []byte) (string, error) {
	asked := c.asked("")
	asked.Messages[0].MultiContent = []openai.ChatMessagePart{
		{Type: openai.ChatMessagePartTypeText, Text: prompt},
		{Type: openai.ChatMessagePartTypeImageURL, ImageURL: &openai.ChatMessageImageURL{URL: dataURL(picture)}},
	}
	done, err := c.client.CreateChatCompletion(ctx, asked)
	if err != nil {
		return "", err
	}
	return done.Choices[0].Message.Content, nil
}

func (c sashabaranov) tells(name string, err error) bool {
	var told *openai.APIError
	if !errors.As(err, &told) {
		return false
	}
	switch name {
	case "rate-limit":
		return told.HTTPStatusCode == 429
	case "server-error":
		return told.HTTPStatusCode == 500
	case "context":
		return told.HTTPStatusCode == 400 && told.Code == "context_length_exceeded"
	case "key":
		return told.HTTPStatusCode == 401 && strings.Contains(told.Message, "Incorrect API key provided")
	}
	return false
}
