package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
)

type openaiChat struct {
	client openai.Client
	model  string
}

func connectOpenAI(to connection) openai.Client {
	return openai.NewClient(option.WithBaseURL(to.url), option.WithAPIKey(to.key), option.WithMaxRetries(to.retries))
}

func newOpenAIChat(to connection) client { return openaiChat{connectOpenAI(to), to.models["openai"]} }

func (c openaiChat) params(content ...openai.ChatCompletionMessageParamUnion) openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{Model: c.model, Messages: content}
}

func (c openaiChat) ask(ctx context.Context, prompt string) (answer, error) {
	done, err := c.client.Chat.Completions.New(ctx, c.params(openai.UserMessage(prompt)))
	if err != nil {
		return answer{}, err
	}
	choice := done.Choices[0]
	return answer{choice.Message.Content, choice.FinishReason == "stop", done.Usage.PromptTokens, done.Usage.CompletionTokens}, nil
}

func (c openaiChat) stream(ctx context.Context, prompt string, stopAfter int) ([]string, error) {
	events := c.client.Chat.Completions.NewStreaming(ctx, c.params(openai.UserMessage(prompt)))
	defer events.Close()
	var pieces []string
	finish := ""
	for events.Next() {
		for _, choice := range events.Current().Choices {
			if choice.Delta.Content != "" {
				pieces = append(pieces, choice.Delta.Content)
			}
			finish += choice.FinishReason
		}
		if stopAfter > 0 && len(pieces) >= stopAfter {
			return pieces, nil
		}
	}
	if err := events.Err(); err != nil {
		return pieces, err
	}
	if finish != "stop" {
		return pieces, fmt.Errorf("it ended with %q", finish)
	}
	return pieces, nil
}

func (c openaiChat) loop(ctx context.Context, prompt string, reasoning bool) (loop, error) {
	asked := c.params(openai.UserMessage(prompt))
	if reasoning {
		asked.ReasoningEffort = shared.ReasoningEffortHigh
	}
	for _, each := range tools {
		asked.Tools = append(asked.Tools, openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
			Name: each.name, Description: openai.String(each.about), Parameters: parameters, Strict: openai.Bool(true),
		}))
	}
	var got loop
	for len(got.turns) < 5 {
		events := c.client.Chat.Completions.NewStreaming(ctx, asked)
		var whole openai.ChatCompletionAccumulator
		for events.Next() {
			if !whole.AddChunk(events.Current()) {
				return got, errors.New("the accumulator refuses a chunk")
			}
		}
		if err := events.Err(); err != nil {
			return got, err
		}
		message := whole.Choices[0].Message
		if len(message.ToolCalls) == 0 {
			got.text = message.Content
			return got, nil
		}
		var turn []call
		asked.Messages = append(asked.Messages, message.ToParam())
		for _, each := range message.ToolCalls {
			turn = append(turn, call{each.Function.Name, cityOf(each.Function.Arguments)})
			asked.Messages = append(asked.Messages, openai.ToolMessage(resultOf(each.Function.Name), each.ID))
		}
		got.turns = append(got.turns, turn)
	}
	return got, nil
}

func (c openaiChat) schema(ctx context.Context, prompt string) (string, error) {
	asked := c.params(openai.UserMessage(prompt))
	asked.ResponseFormat = openai.ChatCompletionNewParamsResponseFormatUnion{OfJSONSchema: &shared.ResponseFormatJSONSchemaParam{
		JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "person", Schema: person, Strict: openai.Bool(true)},
	}}
	done, err := c.client.Chat.Completions.New(ctx, asked)
	if err != nil {
		return "", err
	}
	return done.Choices[0].Message.Content, nil
}

func (c openaiChat) see(ctx context.Context, prompt string, picture []byte) (string, error) {
	done, err := c.client.Chat.Completions.New(ctx, c.params(openai.UserMessage([]openai.ChatCompletionContentPartUnionParam{
		openai.TextContentPart(prompt),
		openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{URL: dataURL(picture)}),
	})))
	if err != nil {
		return "", err
	}
	return done.Choices[0].Message.Content, nil
}

func (c openaiChat) tells(name string, err error) bool { return openaiTells(name, err) }

func openaiTells(name string, err error) bool {
	var told *openai.Error
	if !errors.As(err, &told) {
		return false
	}
	switch name {
	case "rate-limit":
		return told.StatusCode == 429 && told.Response.Header.Get("retry-after") == "1"
	case "server-error":
		return told.StatusCode == 500
	case "context":
		return told.StatusCode == 400 && told.Code == "context_length_exceeded"
	case "key":
		return told.StatusCode == 401 && strings.Contains(told.Message, "Incorrect API key provided")
	}
	return false
}

func dataURL(picture []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture)
}

// A document as it came, for the next request.
func rawJSON(text string) json.RawMessage { return json.RawMessage(text) }
