import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { atEnd } from '../../../tools/at-end.ts'
import { startScriptedProvider } from '../src/http.ts'
import type { ScriptedProvider, ScriptedProviderOptions } from '../src/http.ts'

/** Starts a provider for the tests of a file, with the vendors' own clients. */
export async function serve(options: ScriptedProviderOptions = {}): Promise<{
  readonly provider: ScriptedProvider
  readonly anthropic: Anthropic
  readonly openai: OpenAI
  readonly google: GoogleGenAI
}> {
  const provider = await startScriptedProvider(options)
  atEnd(() => provider.close())
  return {
    provider,
    anthropic: new Anthropic({ baseURL: provider.url, apiKey: 'demo', maxRetries: 0 }),
    openai: new OpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'demo', maxRetries: 0 }),
    google: new GoogleGenAI({ apiKey: 'demo', httpOptions: { baseUrl: provider.url } }),
  }
}
