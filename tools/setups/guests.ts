import { agentList } from '../../clients/agents/agents.ts'
import { agents } from '../clients/agents/agents.ts'
import { agentPrompts } from '../clients/agents/agent-cases.ts'

/** Agent that is set up by the command and then driven without a person. */
export interface Guest {
  /** Name in `interlingua setup`. */
  readonly id: string
  /** Folder of its installation in the cache, and its program in there. */
  readonly program: string
  /** Prompt by which the demo calls its tool: a file is copied and read. */
  readonly prompt: (word: string) => string
  /** Arguments that let it run without a person; the prompt comes last, or on its standard input. */
  readonly args: readonly string[]
  readonly input?: true
  /** Variables that keep it from other hosts and from its questions. */
  readonly env?: Readonly<Record<string, string>>
  /** File with the final text. Absent: the output. */
  readonly answerFile?: string
  /** Configuration of a user who had the agent before, in the home folder. */
  readonly before: Readonly<Record<string, string>>
}

export const guests: readonly Guest[] = [
  {
    id: 'claude-code',
    program: 'claude/node_modules/.bin/claude',
    prompt: npmPrompt('claude-code'),
    args: ['--dangerously-skip-permissions', '-p'],
    env: { IS_SANDBOX: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    before: { '.claude/settings.json': '{\n  "permissions": { "allow": ["Bash(ls:*)"] },\n  "env": { "MINE": "1" }\n}\n' },
  },
  {
    id: 'codex',
    program: 'codex/node_modules/.bin/codex',
    prompt: npmPrompt('codex'),
    args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '--output-last-message=last.txt'],
    answerFile: 'last.txt',
    before: {
      '.codex/config.toml':
        '# mine\nmodel = "gpt-5" # the usual one\ncheck_for_update_on_startup = false\n\n[analytics]\nenabled = false\n\n[projects."/somewhere"]\ntrust_level = "trusted"\n',
    },
  },
  {
    id: 'gemini-cli',
    program: 'gemini/node_modules/.bin/gemini',
    prompt: npmPrompt('gemini-cli'),
    args: ['--yolo', '--skip-trust', '-p'],
    before: {
      '.gemini/settings.json':
        '{\n  "ui": { "theme": "GitHub" },\n  "privacy": { "usageStatisticsEnabled": false }, // mine\n  "general": { "enableAutoUpdate": false }\n}\n',
    },
  },
  {
    id: 'opencode',
    program: 'opencode/node_modules/.bin/opencode',
    prompt: npmPrompt('opencode-messages'),
    args: ['run', '--pure', '--auto', '--title', 'drive'],
    input: true,
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_SHARE: '1',
    },
    before: { '.config/opencode/opencode.jsonc': '{\n\t// mine\n\t"share": "disabled",\n}\n' },
  },
  {
    id: 'qwen-code',
    program: 'qwen/node_modules/.bin/qwen',
    prompt: npmPrompt('qwen-chat'),
    args: ['--yolo', '-p'],
    before: { '.qwen/settings.json': '{ "privacy": { "usageStatisticsEnabled": false }, "$version": 4 }\n' },
  },
  {
    id: 'pi',
    program: 'pi/node_modules/.bin/pi',
    prompt: npmPrompt('pi-messages'),
    args: ['--offline', '--no-session', '--provider', 'interlingua', '--model', 'demo-messages', '-p', '--'],
    env: { PI_OFFLINE: '1' },
    before: { '.pi/agent/models.json': '{\n  "providers": {}\n}\n' },
  },
  {
    id: 'kimi-code',
    program: pythonProgram('kimi-code-responses'),
    prompt: pythonPrompt('kimi-code-responses'),
    args: ['-p'],
    before: { '.kimi-code/config.toml': 'telemetry = false # mine\n' },
  },
  {
    id: 'aider',
    program: pythonProgram('aider-chat'),
    prompt: pythonPrompt('aider-chat'),
    args: ['--yes-always', '--no-git', '--no-pretty', '--no-show-release-notes', '--edit-format', 'whole', '--message'],
    env: { LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    before: { '.aider.conf.yml': '# mine\ndark-mode: true\ncheck-update: false   # never\nanalytics-disable: true\nread:\n- notes.md\n' },
  },
  {
    id: 'mistral-vibe',
    program: pythonProgram('mistral-vibe-responses'),
    prompt: pythonPrompt('mistral-vibe-responses'),
    args: ['--auto-approve', '--trust', '-p'],
    before: {
      '.vibe/config.toml':
        'enable_telemetry = false\nenable_update_checks = false # mine\n\n[[providers]]\nname = "local"\napi_base = "http://127.0.0.1:9/v1"\napi_key_env_var = "LOCAL"\napi_style = "openai"\nbackend = "generic"\n',
    },
  },
  {
    id: 'llm',
    program: pythonProgram('llm-responses'),
    prompt: pythonPrompt('llm-responses'),
    args: ['-m', 'interlingua', '--functions', toolFile()],
    before: { '.config/io.datasette.llm/keys.json': '{\n    "other": "secret"\n}' },
  },
  {
    id: 'mini-swe-agent',
    program: pythonProgram('mini-swe-agent-chat'),
    prompt: pythonPrompt('mini-swe-agent-chat'),
    args: ['-y', '--exit-immediately', '-t'],
    env: { MSWEA_SILENT_STARTUP: '1', LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    before: { '.config/mini-swe-agent/.env': "MSWEA_GLOBAL_COST_LIMIT='3'\n" },
  },
]

function npmPrompt(name: string): Guest['prompt'] {
  return () => {
    const agent = agents.find((each) => each.name === name)
    if (agent === undefined) throw new Error(`there is no agent ${name}`)
    return agentPrompts.loop(agent)
  }
}

function pythonAgent(name: string): (typeof agentList)[number] {
  const agent = agentList.find((each) => each.name === name)
  if (agent === undefined) throw new Error(`there is no agent ${name}`)
  return agent
}

function pythonProgram(name: string): string {
  return pythonAgent(name).program
}

function pythonPrompt(name: string): Guest['prompt'] {
  return (word) => pythonAgent(name).prompt(['cp word.txt copied.txt', 'cat copied.txt']).replace('$WORD', word)
}

/** Tool of the shell for llm, which has none of its own. */
function toolFile(): string {
  const { args } = pythonAgent('llm-responses').configure({ url: '', key: '', model: '' })
  return args[args.indexOf('--functions') + 1] ?? ''
}
