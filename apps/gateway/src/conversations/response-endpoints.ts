import type { Endpoint, Parameters } from '../endpoint.ts'
import type { FormatEdge } from '@interlingua/core/edge'
import type { Exchange } from '../exchange.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { withBody } from '../requests/with-body.ts'
import { addConversationItems, deleteConversationItem, serveConversationItem, serveConversationItems } from './serve-conversation-items.ts'
import { createConversation, deleteConversation, serveConversation, updateConversation } from './serve-conversations.ts'
import { cancelKeptResponse, deleteKeptResponse, serveInputItems, serveKeptResponse } from './serve-kept-responses.ts'

/** What is kept of responses and conversations. https://platform.openai.com/docs/api-reference/responses, …/conversations */
export function responseEndpoints(edge: FormatEdge): readonly Endpoint[] {
  const kept = { edge, access: 'key', operation: 'responses', metered: false } as const
  const conversations = { ...kept, operation: 'conversations' } as const
  return [
    { ...kept, method: 'GET', path: '/v1/responses/{id}', serve: serveKeptResponse },
    { ...kept, method: 'DELETE', path: '/v1/responses/{id}', serve: deleteKeptResponse },
    { ...kept, method: 'GET', path: '/v1/responses/{id}/input_items', serve: serveInputItems },
    { ...kept, method: 'POST', path: '/v1/responses/{id}/cancel', serve: cancelKeptResponse },
    // What is stored takes from the key's rates.
    { ...conversations, method: 'POST', path: '/v1/conversations', metered: true, serve: withBody(createConversation) },
    { ...conversations, method: 'GET', path: '/v1/conversations/{id}', serve: serveConversation },
    { ...conversations, method: 'POST', path: '/v1/conversations/{id}', serve: withBodyAt(updateConversation) },
    { ...conversations, method: 'DELETE', path: '/v1/conversations/{id}', serve: deleteConversation },
    { ...conversations, method: 'GET', path: '/v1/conversations/{id}/items', serve: serveConversationItems },
    { ...conversations, method: 'POST', path: '/v1/conversations/{id}/items', metered: true, serve: withBodyAt(addConversationItems) },
    { ...conversations, method: 'GET', path: '/v1/conversations/{id}/items/{item}', serve: serveConversationItem },
    { ...conversations, method: 'DELETE', path: '/v1/conversations/{id}/items/{item}', serve: deleteConversationItem },
  ]
}

/** As `withBody`, for what is answered by its place, too. */
function withBodyAt(serve: (exchange: Exchange, parameters: Parameters, parsed: ParsedBody) => void): Endpoint['serve'] {
  return (exchange, parameters) => withBody((read, parsed) => serve(read, parameters, parsed))(exchange)
}
