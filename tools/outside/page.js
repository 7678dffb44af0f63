// A page that calls the provider itself, at its own origin, as the SDK of a page would.
import { createTranslatingFetch } from 'interlingua'
import { anthropic } from 'interlingua/anthropic/outbound'
import { openaiChat } from 'interlingua/openai-chat/inbound'
import { check } from './check.js'

const call = createTranslatingFetch({ from: openaiChat, to: anthropic, baseURL: location.origin, apiKey: 'any' })
const tell = (result) => fetch('/result', { method: 'POST', body: result })
check((path, init) => call(`https://api.openai.com${path}`, init)).then(
  () => tell('ok'),
  (error) => tell(String(error)),
)
