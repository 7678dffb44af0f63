package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/genai"
)

type googleGenai struct {
	client *genai.Client
	model  string
}

func newGoogle(to connection) client {
	made, err := genai.NewClient(context.Background(), &genai.ClientConfig{
		APIKey: to.key, Backend: genai.BackendGeminiAPI,
		HTTPOptions: genai.HTTPOptions{BaseURL: to.url, RetryOptions: &genai.HTTPRetryOptions{
			Attempts: genai.Ptr(int32(1 + to.retries)), InitialDelay: genai.Ptr(1.0), Jitter: genai.Ptr(0.0),
		}},
	})
	if err != nil {
		panic(err)
	}
	return googleGenai{made, to.models["google"]}
}

func answerOf(done *genai.GenerateContentResponse, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	usage := done.UsageMetadata
	finished := done.Candidates[0].FinishReason == genai.FinishReasonStop
	return answer{done.Text(), finished, int64(usage.PromptTokenCount), int64(usage.CandidatesTokenCount)}, nil
}

func (c googleGenai) ask(ctx context.Context, prompt string) (answer, error) {
	return answerOf(c.client.Models.GenerateContent(ctx, c.model, genai.Text(prompt), nil))
}

func (c googleGenai) stream(ctx context.Context, prompt string, stopAfter int) ([]string, error) {
	var pieces []string
	finish := genai.FinishReason("")
	for chunk, err := range c.client.Models.GenerateContentStream(ctx, c.model, genai.Text(prompt), nil) {
		if err != nil {
			return pieces, err
		}
		if text := chunk.Text(); text != "" {
			pieces = append(pieces, text)
		}
		finish += chunk.Candidates[0].FinishReason
		if stopAfter > 0 && len(pieces) >= stopAfter {
			return pieces, nil
		}
	}
	if finish != genai.FinishReasonStop {
		return pieces, fmt.Errorf("it ended with %q", finish)
	}
	return pieces, nil
}

func (c googleGenai) loop(ctx context.Context, prompt string, reasoning bool) (loop, error) {
	var declared []*genai.FunctionDeclaration
	for _, each := range tools {
		declared = append(declared, &genai.FunctionDeclaration{Name: each.name, Description: each.about, ParametersJsonSchema: parameters})
	}
	config := &genai.GenerateContentConfig{Tools: []*genai.Tool{{FunctionDeclarations: declared}}}
	if reasoning {
		config.ThinkingConfig = &genai.ThinkingConfig{IncludeThoughts: true, ThinkingLevel: genai.ThinkingLevelHigh}
	}
	var got loop
	chat, err := c.client.Chats.Create(ctx, c.model, config, nil)
	if err != nil {
		return got, err
	}
	parts := []*genai.Part{genai.NewPartFromText(prompt)}
	for len(got.turns) < 5 {
		done, err := chat.Send(ctx, parts...)
		if err != nil {
			return got, err
		}
		made := done.FunctionCalls()
		if len(made) == 0 {
			got.text = done.Text()
			return got, nil
		}
		var turn []call
		parts = nil
		for _, each := range made {
			turn = append(turn, call{each.Name, fmt.Sprint(each.Args["city"])})
			parts = append(parts, &genai.Part{FunctionResponse: &genai.FunctionResponse{
				ID: each.ID, Name: each.Name, Response: map[string]any{"result": resultOf(each.Name)},
			}})
		}
		got.turns = append(got.turns, turn)
	}
	return got, nil
}

func (c googleGenai) schema(ctx context.Context, prompt string) (string, error) {
	config := &genai.GenerateContentConfig{ResponseMIMEType: "application/json", ResponseJsonSchema: person}
	done, err := c.client.Models.GenerateContent(ctx, c.model, genai.Text(prompt), config)
	if err != nil {
		return "", err
	}
	return done.Text(), nil
}

func (c googleGenai) see(ctx context.Context, prompt string, picture []byte) (string, error) {
	parts := []*genai.Part{genai.NewPartFromBytes(picture, "image/png"), genai.NewPartFromText(prompt)}
	done, err := c.client.Models.GenerateContent(ctx, c.model, []*genai.Content{genai.NewContentFromParts(parts, genai.RoleUser)}, nil)
	if err != nil {
		return "", err
	}
	return done.Text(), nil
}

func (c googleGenai) tells(name string, err error) bool {
	var told genai.APIError
	if !errors.As(err, &told) {
		return false
	}
	switch name {
	case "rate-limit":
		return told.Code == 429 && told.Status == "RESOURCE_EXHAUSTED"
	case "server-error":
		return told.Code == 500 && told.Status == "INTERNAL"
	case "context":
		return told.Code == 400 && strings.Contains(told.Message, "exceeds the maximum number of tokens allowed")
	case "key":
		return strings.Contains(told.Message, "API key not valid")
	}
	return false
}
