import { aiDrivers } from './ai-driver.ts'
import { anthropicCloudDrivers, anthropicDriver } from './anthropic-driver.ts'
import { converseDriver } from './converse-driver.ts'
import type { Driver } from './driver.ts'
import { genaiDriver } from './genai-driver.ts'
import { genaiInteractionsDriver } from './genai-interactions-driver.ts'
import { openaiChatDriver } from './openai-chat-driver.ts'
import { openaiResponsesDriver } from './openai-responses-driver.ts'

/** Every client library that the pairs are driven by. */
export const drivers: readonly Driver[] = [
  anthropicDriver,
  ...anthropicCloudDrivers,
  openaiResponsesDriver,
  openaiChatDriver,
  genaiDriver,
  genaiInteractionsDriver,
  converseDriver,
  ...aiDrivers,
]
