import { InvalidArgumentError, Option } from 'commander'
import type { CliCommand } from '../terminal.ts'
import type { SetupOptions } from './run-setup.ts'

/** Adds `interlingua setup`. */
export const addSetupCommand: CliCommand = (parent, terminal) => {
  parent
    .command('setup')
    .description('point a coding agent at the gateway: make a key, try it, and change the files of the agent; without an agent, list them')
    .argument('[agent]', 'claude-code, codex, …, or a language for its SDKs: javascript, python, go, java, rust')
    .option('--print', 'print what would be written, and write nothing')
    .option('--undo', 'take the set-up back: the files as they were, and the key revoked')
    .option('--model <id>', 'the model that the agent asks for; else one that it works well with')
    .addOption(new Option('--url <address>', 'the gateway').env('INTERLINGUA_URL').default('http://127.0.0.1:8787'))
    .option('--key <key>', 'a key of the gateway, instead of a new one', readKey)
    .option('--key-name <name>', 'name of the new key; else that of the agent')
    .option('--wait', 'then wait for the first request of the agent, and say whether it worked')
    .option('--yes', 'change files that are there without asking')
    .addHelpText(
      'after',
      '\nExamples:\n  interlingua setup codex\n  interlingua setup codex --print --model gpt-5\n  interlingua setup codex --wait\n  interlingua setup codex --undo',
    )
    .action(async (name: string | undefined, options: SetupOptions, command) => {
      const { runSetup, listAgents, findAgent } = await import('./run-setup.ts')
      if (name === undefined) {
        terminal.out(listAgents())
        return
      }
      const agent = findAgent(name)
      if ('problem' in agent) return command.error(`error: ${agent.problem}`)
      const machine = { environment: process.env, folder: process.cwd(), platform: process.platform }
      process.exitCode = await runSetup(agent, options, machine, terminal)
    })
}

/** Checks a key, which is sent in a header. The message does not quote it. */
function readKey(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new InvalidArgumentError('It must be visible ASCII without spaces.')
  return text
}
