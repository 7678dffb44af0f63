import type { Agent } from './agent.ts'
import { aider } from './agents/aider.ts'
import { claudeCode } from './agents/claude-code.ts'
import { cline } from './agents/cline.ts'
import { codex } from './agents/codex.ts'
import { continueCli } from './agents/continue.ts'
import { copilot } from './agents/copilot.ts'
import { fastAgent } from './agents/fast-agent.ts'
import { geminiCli } from './agents/gemini-cli.ts'
import { gptme } from './agents/gptme.ts'
import { hermes } from './agents/hermes.ts'
import { kimiCode } from './agents/kimi-code.ts'
import { llm } from './agents/llm.ts'
import { miniSweAgent } from './agents/mini-swe-agent.ts'
import { mistralVibe } from './agents/mistral-vibe.ts'
import { opencode } from './agents/opencode.ts'
import { openhands } from './agents/openhands.ts'
import { pi } from './agents/pi.ts'
import { qwenCode } from './agents/qwen-code.ts'
import { shellGpt } from './agents/shell-gpt.ts'

/** Agents that the command knows, in the order of its help. */
export const agents: readonly Agent[] = [
  claudeCode,
  codex,
  geminiCli,
  opencode,
  copilot,
  qwenCode,
  cline,
  continueCli,
  aider,
  mistralVibe,
  kimiCode,
  openhands,
  gptme,
  miniSweAgent,
  llm,
  shellGpt,
  hermes,
  fastAgent,
  pi,
]
