import type { Door } from '../door.ts'
import { chatDoor } from './chat-door.ts'
import { contentsDoor } from './contents-door.ts'
import { messagesDoor } from './messages-door.ts'
import { responsesDoor } from './responses-door.ts'

/** The formats that the gateway serves and speaks, by id. */
export const doors = {
  messages: messagesDoor,
  responses: responsesDoor,
  chat: chatDoor,
  contents: contentsDoor,
} as const satisfies Record<string, Door>
