package main

import (
	"context"
	"fmt"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"
)

type openaiResponses struct {
	client openai.Client
	model  string
}

func newOpenAIResponses(to connection) client {
	return openaiResponses{connectOpenAI(to), to.models["openai"]}
}

func (c openaiResponses) params(items ...responses.ResponseInputItemUnionParam) responses.ResponseNewParams {
	return responses.ResponseNewParams{
		Model: c.model, Store: openai.Bool(false), Input: responses.ResponseNewParamsInputUnion{OfInputItemList: items},
	}
}

func userText(prompt string) responses.ResponseInputItemUnionParam {
	return responses.ResponseInputItemParamOfMessage(prompt, responses.EasyInputMessageRoleUser)
}

func (c openaiResponses) ask(ctx context.Context, prompt string) (answer, error) {
	done, err := c.client.Responses.New(ctx, c.params(userText(prompt)))
	if err != nil {
		return answer{}, err
	}
	return answer{done.OutputText(), done.Status == "completed", done.Usage.InputTokens, done.Usage.OutputTokens}, nil
}

// The events of a stream up to its end; the last one must be response.completed.
func (c openaiResponses) events(
	ctx context.Context, asked responses.ResponseNewParams, each func(responses.ResponseStreamEventUnion) bool,
) (*responses.Response, error) {
	events := c.client.Responses.NewStreaming(ctx, asked)
	defer events.Close()
	var done *responses.Response
	for events.Next() {
		event := events.Current()
		if event.Type == "response.failed" || event.Type == "error" {
			return nil, fmt.Errorf("%s: %s", event.Type, event.RawJSON())
		}
		if event.Type == "response.completed" {
			done = &event.Response
		}
		if each(event) {
			return done, nil
		}
	}
	if err := events.Err(); err != nil {
		return nil, err
	}
	if done == nil {
		return nil, fmt.Errorf("it ended without response.completed")
	}
	return done, nil
}

func (c openaiResponses) stream(ctx context.Context, prompt string, stopAfter int) ([]string, error) {
	var pieces []string
	_, err := c.events(ctx, c.params(userText(prompt)), func(event responses.ResponseStreamEventUnion) bool {
		if event.Type == "response.output_text.delta" {
			pieces = append(pieces, event.Delta)
		}
		return stopAfter > 0 && len(pieces) >= stopAfter
	})
	return pieces, err
}

func (c openaiResponses) loop(ctx context.Context, prompt string, reasoning bool) (loop, error) {
	asked := c.params(userText(prompt))
	if reasoning {
		asked.Reasoning = shared.ReasoningParam{Effort: shared.ReasoningEffortHigh, Summary: shared.ReasoningSummaryAuto}
		asked.Include = []responses.ResponseIncludable{responses.ResponseIncludableReasoningEncryptedContent}
	}
	for _, each := range tools {
		asked.Tools = append(asked.Tools, responses.ToolUnionParam{OfFunction: &responses.FunctionToolParam{
			Name: each.name, Description: openai.String(each.about), Parameters: parameters, Strict: openai.Bool(true),
		}})
	}
	var got loop
	items := asked.Input.OfInputItemList
	for len(got.turns) < 5 {
		asked.Input = responses.ResponseNewParamsInputUnion{OfInputItemList: items}
		done, err := c.events(ctx, asked, func(responses.ResponseStreamEventUnion) bool { return false })
		if err != nil {
			return got, err
		}
		var turn []call
		var results []responses.ResponseInputItemUnionParam
		for _, item := range done.Output {
			items = append(items, param.Override[responses.ResponseInputItemUnionParam](rawJSON(item.RawJSON())))
			if item.Type == "function_call" {
				made := item.AsFunctionCall()
				turn = append(turn, call{made.Name, cityOf(made.Arguments)})
				output := responses.ResponseInputItemParamOfFunctionCallOutput(resultOf(made.Name))
				output.OfFunctionCallOutput.CallID = openai.String(made.CallID)
				results = append(results, output)
			}
		}
		if len(turn) == 0 {
			got.text = done.OutputText()
			return got, nil
		}
		got.turns = append(got.turns, turn)
		items = append(items, results...)
	}
	return got, nil
}

func (c openaiResponses) schema(ctx context.Context, prompt string) (string, error) {
	asked := c.params(userText(prompt))
	asked.Text = responses.ResponseTextConfigParam{Format: responses.ResponseFormatTextConfigUnionParam{
		OfJSONSchema: &responses.ResponseFormatTextJSONSchemaConfigParam{Name: "person", Schema: person, Strict: openai.Bool(true)},
	}}
	done, err := c.client.Responses.New(ctx, asked)
	if err != nil {
		return "", err
	}
	return done.OutputText(), nil
}

func (c openaiResponses) see(ctx context.Context, prompt string, picture []byte) (string, error) {
	image := responses.ResponseInputContentUnionParam{OfInputImage: &responses.ResponseInputImageParam{
		ImageURL: openai.String(dataURL(picture)), Detail: responses.ResponseInputImageDetailAuto,
	}}
	content := responses.ResponseInputMessageContentListParam{responses.ResponseInputContentParamOfInputText(prompt), image}
	done, err := c.client.Responses.New(ctx, c.params(responses.ResponseInputItemParamOfMessage(content, responses.EasyInputMessageRoleUser)))
	if err != nil {
		return "", err
	}
	return done.OutputText(), nil
}

func (c openaiResponses) tells(name string, err error) bool { return openaiTells(name, err) }
