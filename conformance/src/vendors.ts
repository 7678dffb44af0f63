import { dialects } from '@interlingua/chat'
import type { JsonObject } from '@interlingua/core'
import { dialects as responsesDialects } from '@interlingua/responses'
import type { FormatId } from './format-id.ts'

/** Deviations of vendors within a format. */
// Both casts: a profile holds only strings, booleans and lists of them, and so is a JSON object; an interface type cannot say so.
export const vendors: Readonly<Record<FormatId, readonly JsonObject[]>> = {
  messages: [{}],
  responses: [
    {},
    ...(Object.values(responsesDialects) as unknown as readonly JsonObject[]), // plain data, see above
    { customTools: false, allowedTools: false, addedTools: false, userField: 'none' },
  ],
  contents: [{}, { server: 'vertex' }],
  // Plain data, see above.
  chat: [
    {},
    ...(Object.values(dialects) as unknown as readonly JsonObject[]),
    { responseFormat: 'none', instructionRole: 'developer' },
    { alternate: true, messageName: false },
    { unknownFields: ['seed', 'metadata', 'prompt_cache_key'] },
  ],
}
