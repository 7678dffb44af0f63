import type { CliCommand } from './cli-command.ts'

export const addStartCommand: CliCommand = (parent) => {
  parent
    .command('start')
    .description('serve the gateway (also without any command)')
    .action(async () => {
      const { runGateway } = await import('../run-gateway.ts')
      await runGateway()
    })
}
