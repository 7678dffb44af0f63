import type { Door } from '../door.ts'
import { chatDoor } from './chat-door.ts'
import { messagesDoor } from './messages-door.ts'

/** The formats that the gateway serves and speaks, by id. */
export const doors = { messages: messagesDoor, chat: chatDoor } as const satisfies Record<string, Door>
