import { aiDrivers } from './ai-driver.ts'
import { anthropicDriver } from './anthropic-driver.ts'
import type { Driver } from './driver.ts'
import { genaiDriver } from './genai-driver.ts'
import { openaiChatDriver } from './openai-chat-driver.ts'
import { openaiResponsesDriver } from './openai-responses-driver.ts'

/** Every client library that the pairs are driven by. */
export const drivers: readonly Driver[] = [anthropicDriver, openaiResponsesDriver, openaiChatDriver, genaiDriver, ...aiDrivers]
