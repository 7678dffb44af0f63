import { expect, test } from 'vitest'
import { issueKey, permitsModel } from '../src/keys/key.ts'

test.each<[readonly string[] | undefined, string, boolean]>([
  [undefined, 'anything/at:all', true],
  [[], 'gpt-5', false],
  [['*'], 'meta-llama/Llama-3.1-8B', true],
  [['gpt-5'], 'gpt-5', true],
  [['gpt-5'], 'gpt-5-mini', false],
  [['gpt-5'], 'GPT-5', false],
  [['gpt-*'], 'gpt-5-mini', true],
  [['gpt-*'], 'openai/gpt-5', false],
  [['*/gpt-*'], 'openai/gpt-5', true],
  [['openai/*'], 'openai/gpt-5', true],
  [['openai/*'], 'openai', false],
  [['meta-llama/*'], 'meta-llama/Llama-3.1-8B:free', true],
  [['meta-llama/*'], 'openrouter/meta-llama/Llama-3.1-8B', false],
  [['accounts/*/models/m'], 'accounts/a/b/models/m', true],
  [['a.c'], 'abc', false],
  [['(a|b)+$'], 'a', false],
  [['claude-*', 'gemini-3-pro'], 'gemini-3-pro', true],
  [['*-pro'], 'gemini-3-pro', true],
  [['*-pro'], 'gemini-3-pro-preview', false],
])('a key for %j and the model %s: %s', (models, model, permitted) => {
  const { key } = issueKey({ name: 'n', ...(models && { models }) }, 0)
  expect(permitsModel(key, model)).toBe(permitted)
})
