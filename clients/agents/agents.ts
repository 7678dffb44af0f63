import type { Agent } from './agent.ts'
import { aiderAnthropic, aiderChat } from './aider.ts'
import { kimiAnthropic, kimiGoogle, kimiResponses } from './kimi-code.ts'
import { llmChat, llmResponses } from './llm.ts'
import { miniAnthropic, miniChat } from './mini-swe-agent.ts'
import { vibeAnthropic, vibeChat, vibeResponses } from './mistral-vibe.ts'

/** The agents that are driven. */
export const agentList: readonly Agent[] = [
  aiderChat,
  aiderAnthropic,
  kimiResponses,
  kimiAnthropic,
  kimiGoogle,
  llmResponses,
  llmChat,
  miniChat,
  miniAnthropic,
  vibeResponses,
  vibeAnthropic,
  vibeChat,
]
