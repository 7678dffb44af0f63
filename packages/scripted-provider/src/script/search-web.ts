import { deriveId } from '@interlingua/core/adapter'
import type { GenerateRequest, HostedCallPart, Part, SearchResultPart, TextPart } from '@interlingua/core'
import type { Conversation } from '../read-conversation.ts'
import { excerpt } from './excerpt.ts'
import { wantedTool } from './wanted-tool.ts'

const pages = [
  { url: 'https://example.com/demo-one', title: 'Demo page one', says: 'The demo found this on page one' },
  { url: 'https://example.com/demo-two', title: 'Demo page two', says: 'The demo found this on page two' },
] as const

/**
 * The parts of a hosted web search, where the choice forces it or the prompt names the tool or says "search the web". Messages has a call,
 * results and cited texts, responses and contents a call and a cited text, and chat the text alone whenever `web_search_options` is
 * present, as the search models do.
 */
export function searchWeb(request: GenerateRequest, conversation: Conversation, format: string, responseId: string): readonly Part[] {
  const pattern = format === 'chat' ? /(?:)/ : /\bsearch the web\b|\bgoogle_?search\b/i
  if (wantedTool(request, conversation, 'web-search', pattern) === undefined) return []
  if (format === 'chat') return [annotated()]
  const query = excerpt(conversation.prompt, 80)
  if (format !== 'messages') {
    const call: HostedCallPart = {
      type: 'hosted-call',
      callId: deriveId('ws_', responseId, 'search'),
      family: 'web-search',
      arguments: JSON.stringify({ query, urls: pages.map(({ url }) => url) }),
    }
    const found: Part = { type: 'hosted-result', callId: call.callId, parts: [] }
    return [call, found, annotated()]
  }
  const callId = deriveId('srvtoolu_', responseId, 'search')
  return [
    {
      type: 'hosted-call',
      callId,
      family: 'web-search',
      name: 'web_search',
      arguments: JSON.stringify({ query }),
      ...hint('server_tool_use'),
    },
    { type: 'hosted-result', callId, parts: pages.map(result), ...hint('web_search_tool_result', 'array') },
    ...pages.map(cited),
  ]
}

function hint(type: string, content?: string): Pick<Part, 'extensions'> {
  return { extensions: { messages: { hint: { type, ...(content !== undefined && { content }) } } } }
}

function result({ url, title }: (typeof pages)[number]): SearchResultPart {
  return {
    type: 'search-result',
    url,
    title,
    parts: [],
    extensions: { messages: { rest: { encrypted_content: deriveId('RGVtbw', url), page_age: null }, hint: { type: 'web_search_result' } } },
  }
}

function cited({ url, title, says }: (typeof pages)[number]): TextPart {
  const rest = { encrypted_index: deriveId('RGVtbw', url, 'index') }
  return {
    type: 'text',
    text: ` ${says}.`,
    citations: [{ source: 'url', uri: url, title, citedText: says, extensions: { messages: { rest } } }],
  }
}

function annotated(): TextPart {
  let text = ''
  const citations = pages.map(({ url, title, says }) => {
    const start = text.length + 1
    text += ` ${says} (${url}).`
    return { source: 'url' as const, uri: url, title, span: { start, end: text.length } }
  })
  return { type: 'text', text, citations }
}
