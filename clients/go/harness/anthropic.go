package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
)

type anthropicMessages struct {
	client anthropic.Client
	model  string
}

func newAnthropic(to connection) client {
	made := anthropic.NewClient(option.WithBaseURL(to.url), option.WithAPIKey(to.key), option.WithMaxRetries(to.retries))
	return anthropicMessages{made, to.models["anthropic"]}
}

func (c anthropicMessages) params(content ...anthropic.ContentBlockParamUnion) anthropic.MessageNewParams {
	return anthropic.MessageNewParams{
		Model: anthropic.Model(c.model), MaxTokens: 9000, Messages: []anthropic.MessageParam{anthropic.NewUserMessage(content...)},
	}
}

func textOf(message anthropic.Message) string {
	text := ""
	for _, block := range message.Content {
		if block.Type == "text" {
			text += block.Text
		}
	}
	return text
}

func (c anthropicMessages) ask(ctx context.Context, prompt string) (answer, error) {
	done, err := c.client.Messages.New(ctx, c.params(anthropic.NewTextBlock(prompt)))
	if err != nil {
		return answer{}, err
	}
	return answer{textOf(*done), done.StopReason == anthropic.StopReasonEndTurn, done.Usage.InputTokens, done.Usage.OutputTokens}, nil
}

func (c anthropicMessages) stream(ctx context.Context, prompt string, stopAfter int) ([]string, error) {
	events := c.client.Messages.NewStreaming(ctx, c.params(anthropic.NewTextBlock(prompt)))
	defer events.Close()
	var pieces []string
	last := ""
	for events.Next() {
		event := events.Current()
		last = event.Type
		if event.Type == "content_block_delta" && event.Delta.Type == "text_delta" {
			pieces = append(pieces, event.Delta.Text)
		}
		if stopAfter > 0 && len(pieces) >= stopAfter {
			return pieces, nil
		}
	}
	if err := events.Err(); err != nil {
		return pieces, err
	}
	if last != "message_stop" {
		return pieces, fmt.Errorf("it ended with %s", last)
	}
	return pieces, nil
}

func (c anthropicMessages) loop(ctx context.Context, prompt string, reasoning bool) (loop, error) {
	asked := c.params(anthropic.NewTextBlock(prompt))
	if reasoning {
		asked.Thinking = anthropic.ThinkingConfigParamOfEnabled(2000)
	}
	for _, each := range tools {
		asked.Tools = append(asked.Tools, anthropic.ToolUnionParam{OfTool: &anthropic.ToolParam{
			Name: each.name, Description: anthropic.String(each.about),
			InputSchema: anthropic.ToolInputSchemaParam{Properties: parameters["properties"], Required: []string{"city"}},
		}})
	}
	var got loop
	for len(got.turns) < 5 {
		events := c.client.Messages.NewStreaming(ctx, asked)
		var message anthropic.Message
		for events.Next() {
			if err := message.Accumulate(events.Current()); err != nil {
				return got, err
			}
		}
		if err := events.Err(); err != nil {
			return got, err
		}
		var turn []call
		var results []anthropic.ContentBlockParamUnion
		for _, block := range message.Content {
			if block.Type == "tool_use" {
				turn = append(turn, call{block.Name, cityOf(string(block.Input))})
				results = append(results, anthropic.NewToolResultBlock(block.ID, resultOf(block.Name), false))
			}
		}
		if len(turn) == 0 {
			got.text = textOf(message)
			return got, nil
		}
		got.turns = append(got.turns, turn)
		asked.Messages = append(asked.Messages, message.ToParam(), anthropic.NewUserMessage(results...))
	}
	return got, nil
}

func (c anthropicMessages) schema(ctx context.Context, prompt string) (string, error) {
	asked := c.params(anthropic.NewTextBlock(prompt))
	asked.OutputConfig = anthropic.OutputConfigParam{Format: anthropic.JSONOutputFormatParam{Schema: person}}
	done, err := c.client.Messages.New(ctx, asked)
	if err != nil {
		return "", err
	}
	return textOf(*done), nil
}

func (c anthropicMessages) see(ctx context.Context, prompt string, picture []byte) (string, error) {
	image := anthropic.NewImageBlockBase64("image/png", base64.StdEncoding.EncodeToString(picture))
	done, err := c.client.Messages.New(ctx, c.params(image, anthropic.NewTextBlock(prompt)))
	if err != nil {
		return "", err
	}
	return textOf(*done), nil
}

func (c anthropicMessages) tells(name string, err error) bool {
	var told *anthropic.Error
	if !errors.As(err, &told) {
		return false
	}
	switch name {
	case "rate-limit":
		return told.StatusCode == 429 && strings.Contains(told.Error(), "rate_limit_error")
	case "server-error":
		return told.StatusCode == 500 && strings.Contains(told.Error(), "api_error")
	case "context":
		return told.StatusCode == 400 && strings.Contains(told.Error(), "prompt is too long")
	case "key":
		return told.StatusCode == 401 && strings.Contains(told.Error(), "authentication_error")
	}
	return false
}
