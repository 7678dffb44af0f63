package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
)

type result struct {
	Upstream string `json:"upstream"`
	Case     string `json:"case"`
	OK       bool   `json:"ok"`
	Note     string `json:"note"`
	Millis   int64  `json:"millis"`
}

func runCases(name, upstream, url string, told setting, open func(connection) client) {
	for each, prompt := range told.Prompts {
		began := time.Now()
		ctx, end := context.WithTimeout(context.Background(), 30*time.Second)
		connect := func(key string, retries int) client { return open(connection{url, key, told.Models, retries}) }
		note, err := runCase(ctx, each, fmt.Sprintf("#%s/%s/%s# %s", name, upstream, each, prompt), told, connect)
		end()
		if err != nil {
			note = fmt.Sprintf("%T: %.600s", err, err)
		}
		line, _ := json.Marshal(result{upstream, each, err == nil, note, time.Since(began).Milliseconds()})
		fmt.Println(string(line))
	}
}

func runCase(ctx context.Context, name, prompt string, told setting, connect func(string, int) client) (note string, err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			err = fmt.Errorf("panic: %v", thrown)
		}
	}()
	one := connect(told.Key, 0)
	switch name {
	case "text", "retry":
		if name == "retry" {
			one = connect(told.Key, 2)
		}
		got, err := one.ask(ctx, prompt)
		if err == nil && (!strings.Contains(got.text, "saffron") || !got.finished || got.input <= 0 || got.output <= 0) {
			err = fmt.Errorf("the answer is %+v", got)
		}
		return "", err
	case "stream":
		pieces, err := one.stream(ctx, prompt, 0)
		whole := strings.Join(pieces, "")
		if err == nil && (len(pieces) < 2 || !strings.HasSuffix(whole, "kilo lima") || strings.Count(whole, "lima") != 10) {
			err = fmt.Errorf("%d pieces: %q", len(pieces), whole)
		}
		return "", err
	case "tools":
		got, err := one.loop(ctx, prompt, false)
		if err == nil {
			err = checkLoop(got, [][]call{{{"get_weather", "Oslo"}, {"get_time", "Lima"}}}, "sunny-4711", "noon-0815")
		}
		return "", err
	case "reasoning":
		got, err := one.loop(ctx, prompt, true)
		if err == nil {
			err = checkLoop(got, [][]call{{{"get_weather", "Oslo"}}, {{"get_time", "Lima"}}}, "noon-0815")
		}
		return "", err
	case "schema":
		text, err := one.schema(ctx, prompt)
		var got struct {
			Name *string
			Age  *int
			Tags *[]string
		}
		if err == nil {
			err = json.Unmarshal([]byte(text), &got)
		}
		if err == nil && (got.Name == nil || got.Age == nil || got.Tags == nil) {
			err = fmt.Errorf("the object is %s", text)
		}
		return "", err
	case "image":
		text, err := one.see(ctx, prompt, told.Picture)
		if err == nil && !strings.Contains(text, "image/png") {
			err = fmt.Errorf("the text is %q", text)
		}
		return "", err
	case "cut":
		pieces, err := one.stream(ctx, prompt, 0)
		if err == nil {
			whole := strings.Join(pieces, "")
			return "", fmt.Errorf("half of an answer was taken for the whole: %q", whole[max(0, len(whole)-80):])
		}
		return fmt.Sprintf("%T: %.300s", err, err), nil
	case "cancel":
		pieces, err := one.stream(ctx, prompt, 3)
		if err == nil && (len(pieces) == 0 || len(pieces) > 1000) {
			err = fmt.Errorf("%d pieces", len(pieces))
		}
		// The gateway hears of it a moment later.
		time.Sleep(300 * time.Millisecond)
		return "", err
	case "rate-limit", "server-error", "context", "key":
		if name == "key" {
			one = connect(told.WrongKey, 0)
		}
		got, err := one.ask(ctx, prompt)
		if err == nil {
			return "", fmt.Errorf("it was answered: %q", got.text)
		}
		if !one.tells(name, err) {
			return "", fmt.Errorf("it is told as %T: %w", err, err)
		}
		return fmt.Sprintf("%T: %.300s", err, err), nil
	}
	return "", errors.New("the harness has no such case")
}

func checkLoop(got loop, turns [][]call, words ...string) error {
	if !reflect.DeepEqual(got.turns, turns) {
		return fmt.Errorf("the calls were %v", got.turns)
	}
	for _, word := range words {
		if !strings.Contains(got.text, word) {
			return fmt.Errorf("the last text is %q", got.text)
		}
	}
	return nil
}

func cityOf(arguments string) string {
	var read struct{ City string }
	if err := json.Unmarshal([]byte(arguments), &read); err != nil {
		return arguments
	}
	return read.City
}
