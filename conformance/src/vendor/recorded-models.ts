import { vendorModels } from './vendor-models.ts'
import type { VendorModel } from './vendor-models.ts'

const titles: ReadonlySet<string> = new Set([
  'messages claude-sonnet-4-5',
  'messages claude-opus-4-6',
  'messages claude-opus-4-8',
  'messages claude-opus-5-5',
  'messages claude-haiku-5-5',
  'chat gpt-4o',
  'chat gpt-5',
  'chat o3',
  'responses gpt-4.1',
  'responses gpt-5.6',
  'responses gpt-6-sol',
  'contents gemini-2.5-flash',
  'contents gemini-3-pro-preview',
  'contents gemini-3.8-flash',
  'chat deepseek-v4-pro',
  'chat kimi-k3',
  'chat mistral-large-latest',
  'chat grok-4.5',
  'chat anthropic/claude-opus-5.5',
])

/** Old and new models of each vendor, few enough to judge every recorded request for each. */
export const recordedModels: readonly VendorModel[] = vendorModels.filter(({ format, id }) => titles.has(`${format} ${id}`))
