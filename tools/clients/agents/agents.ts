import type { Agent } from './agent.ts'
import { claudeCodeClouds } from './claude-code-clouds.ts'
import { claudeCode } from './claude-code.ts'
import { codexCodeMode } from './codex-code-mode.ts'
import { codexWebsocket } from './codex-websocket.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { geminiCli } from './gemini-cli.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'
import { qwenCode } from './qwen-code.ts'

export const agents: readonly Agent[] = [
  claudeCode,
  ...claudeCodeClouds,
  codex,
  codexCodeMode,
  codexWebsocket,
  geminiCli,
  ...opencode,
  ...qwenCode,
  ...copilot,
  ...pi,
]
