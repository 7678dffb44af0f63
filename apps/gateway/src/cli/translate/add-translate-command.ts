import { formatOption } from '../arguments.ts'
import type { CliCommand } from '../terminal.ts'

interface Options {
  readonly from: string
  readonly to: string
  readonly model?: string
  readonly stream?: true
  readonly answer?: string
}

/** Adds `interlingua translate`. */
export const addTranslateCommand: CliCommand = (parent, terminal) => {
  parent
    .command('translate')
    .description('translate a request, or with --answer the answer to it: the body on standard output, notices on standard error')
    .addOption(
      formatOption('--from <format>', 'what the client speaks: anthropic, openai-responses, openai-chat or gemini').makeOptionMandatory(),
    )
    .addOption(formatOption('--to <format>', 'what the upstream speaks').makeOptionMandatory())
    .option('--model <id>', 'the model at the upstream, instead of the one in the request')
    .option('--stream', 'as a streamed request')
    .option('--answer <file>', "the upstream's answer to this request, a document or a stream, which is translated for the client")
    .argument('[file]', 'the request; else it is read from standard input')
    .addHelpText('after', '\nExample:\n  interlingua translate --from anthropic --to openai-chat request.json | curl … -d @-')
    .action(async (file: string | undefined, { from, to, ...rest }: Options) => {
      const { runTranslate } = await import('./run-translate.ts')
      const [{ createFormats }, { formats }] = await Promise.all([import('@interlingua/gateway-kernel'), import('../../formats.ts')])
      const { find } = createFormats(formats)
      const [client, upstream] = [find(from), find(to)]
      if (client === undefined || upstream === undefined) throw new TypeError('commander lets no other format pass')
      process.exitCode = await runTranslate({ ...rest, from: client, to: upstream, ...(file !== undefined && { file }) }, terminal)
    })
}
