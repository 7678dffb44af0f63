import { Argument } from 'commander'
import type { CliCommand } from '../terminal.ts'

/** Adds `interlingua completion`. */
export const addCompletionCommand: CliCommand = (parent, terminal) => {
  parent
    .command('completion')
    .description('print the script by which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', '\nExample:\n  source <(interlingua completion bash)')
    .action(async (shell: string) => {
      const [{ completionScript, shells }, { agents }, { snippets }] = await Promise.all([
        import('./completion-script.ts'),
        import('../setup/agents.ts'),
        import('../setup/snippets.ts'),
      ])
      const known = shells.find((each) => each === shell)
      if (known === undefined) throw new TypeError('commander lets no other shell pass')
      terminal.out(completionScript(parent, known, { setup: [...agents, ...snippets].map(({ id }) => id), completion: shells }))
    })
}
