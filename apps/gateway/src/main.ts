#!/usr/bin/env node
// The version of Node is checked before any import: an older one lacks modules of the start, and would report only that.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const argv = process.argv.slice(2)
const starts = argv[0] === undefined || argv[0] === 'start' || /^--(?:port|host|demo|workers)\b/.test(argv[0])
// A reader that has enough, such as `interlingua usage | head`, ends a command, and no gateway.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  if (!starts) process.exit(0)
})
if (major < 22 || (major === 22 && minor < 15) || major === 23) {
  process.stderr.write(
    `interlingua needs Node 22.15, or 24 and newer; this is Node ${process.versions.node}. Install a newer one from https://nodejs.org.\n`,
  )
  process.exitCode = 1
} else if (starts) {
  // The young heap stays small while modules are loaded: nearly all of the start's objects stay, and a larger one would keep 8 MB as well.
  // It may grow once the gateway runs (operation/limit-heap.ts).
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString('--semi-space-growth-factor=1')
  // A start without options needs no parser of commands.
  if (argv.length === 0 || (argv.length === 1 && argv[0] === 'start')) await (await import('./run-gateway.ts')).runGateway()
  else await runCommand()
} else await runCommand()

async function runCommand(): Promise<void> {
  const { runCli } = await import('./cli/run-cli.ts')
  process.exitCode = await runCli(argv, {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  })
}
