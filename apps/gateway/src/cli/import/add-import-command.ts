import type { CliCommand } from '../terminal.ts'
import type { ImportOptions } from './run-import.ts'

/** Adds `interlingua import`. */
export const addImportCommand: CliCommand = (parent, terminal) => {
  const command = parent.command('import').description('make a configuration of that of another gateway')
  command
    .command('litellm')
    .description("make an interlingua.yaml of LiteLLM's config.yaml, and say of each key what became of it")
    .argument('<file>', "LiteLLM's configuration")
    .option('-o, --out <file>', 'the new file', 'interlingua.yaml')
    .option('--report <file>', 'write the report as JSON into this file as well')
    .option('--json', 'print the report as JSON')
    .option('--strict', 'exit code 1 if any key was not taken over')
    .option('--force', 'replace files that are there')
    .addHelpText('after', '\nExample:\n  interlingua import litellm config.yaml && interlingua check')
    .action(async (file: string, options: ImportOptions) => {
      const { runImport } = await import('./run-import.ts')
      process.exitCode = runImport(file, options, terminal)
    })
}
