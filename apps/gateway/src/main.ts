#!/usr/bin/env node
const [, , command, ...argv] = process.argv

switch (command) {
  case undefined:
  case 'start': {
    const { runGateway } = await import('./run-gateway.ts')
    await runGateway()
    break
  }
  case 'explain': {
    const { explainCommand } = await import('./explain/explain-command.ts')
    process.exitCode = explainCommand(argv, {
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
    })
    break
  }
  default:
    process.stderr.write('interlingua [start]: serves the gateway\ninterlingua explain --help: shows what becomes of a request\n')
    process.exitCode = 2
}

export {}
