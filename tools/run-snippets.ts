import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createGateway, formats } from '../apps/gateway/src/index.ts'
import { issueKey } from '../packages/access/src/index.ts'
import { openStore } from '../packages/store/src/index.ts'
import { commandsOf, type ShellCommand, type Snippet } from './snippets.ts'
import { root } from './workspace.ts'

/** Address that the documentation gives the gateway. */
const address = 'http://127.0.0.1:8787'

/** Folder outside of the repository, in which snippets import packages as a user's program does. */
export interface SnippetFolder {
  readonly path: string
  remove(): void
}

/** Creates the folder with links to all packages, and to what tests of theirs need, such as SDKs. */
export function createSnippetFolder(): SnippetFolder {
  const path = mkdtempSync(join(tmpdir(), 'snippets-'))
  const modules = join(path, 'node_modules')
  const links = new Map<string, string>()
  for (const manifest of globSync('{packages,apps}/*/package.json', { cwd: root })) {
    const folder = join(root, dirname(manifest))
    const { name } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { readonly name: string } // npm needs a name
    links.set(name, folder)
    for (const needed of globSync(['*', '@*/*'], { cwd: join(folder, 'node_modules') }))
      if (!needed.startsWith('@interlingua/') && !/^@[^/]+$/.test(needed) && !links.has(needed))
        links.set(needed.replaceAll('\\', '/'), join(folder, 'node_modules', needed))
  }
  for (const [name, target] of links) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(target, join(modules, name), 'junction')
  }
  writeFileSync(join(path, 'package.json'), JSON.stringify({ type: 'module' }))
  return { path, remove: () => rmSync(path, { recursive: true }) }
}

/** Name of the module of a snippet. */
export function moduleOf({ page, line }: Snippet): string {
  return `${page.replaceAll(/[^A-Za-z]+/g, '-')}-${line}.ts`
}

/**
 * Module of a snippet: its imports, and the rest as a function, so that it may return. A snippet that exports is a module already.
 */
export function writeModule({ before, text }: Snippet): string {
  const imports: string[] = []
  const body = `${before}\n${text}`.replaceAll(/^import\s[^']*'[^']+'$/gm, (found) => {
    imports.push(found)
    return ''
  })
  const head = [...new Set(imports)].join('\n')
  return /^export /m.test(body) ? `${head}\n${body}\n` : `${head}\nexport default async function snippet() {\n${body}\n}\nawait snippet()\n`
}

/** Type-checks snippets as a strict program of a user. Returns each error with the place of its snippet. */
export async function checkSnippetTypes(folder: SnippetFolder, snippets: readonly Snippet[]): Promise<readonly string[]> {
  for (const snippet of snippets) writeFileSync(join(folder.path, moduleOf(snippet)), writeModule(snippet))
  const compilerOptions = {
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  }
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: snippets.map(moduleOf) }))
  const output = await outputOf(join(root, 'node_modules', '.bin', 'tsc'), ['-p', folder.path, '--pretty', 'false'], folder.path)
  return output.split('\n').filter((line) => snippets.some((snippet) => line.includes(moduleOf(snippet))))
}

async function outputOf(program: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(program, [...args], { cwd })).stdout
  } catch (error) {
    return String((error as { readonly stdout?: string }).stdout) // a program that ends with an error still gives its output
  }
}

/** Gateway with the demo, as the documentation starts it. */
export interface Demo {
  readonly url: string
  readonly key: string
  /** An administrator's key. */
  readonly adminKey: string
  close(): Promise<void>
}

/** Starts the gateway with the demo on a free port. */
export async function startDemo(): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), 'snippets-data-'))
  const gateway = createGateway({ channels: [], port: 0, dataDir }, { formats })
  const { url, keys } = await gateway.listen()
  const { key: admin, secret } = issueKey({ name: 'ops', admin: true }, Date.now())
  const store = await openStore({ dataDir })
  await store.keys.insert(admin)
  await store.close()
  async function close(): Promise<void> {
    await gateway.close(0)
    rmSync(dataDir, { recursive: true })
  }
  return { url, key: keys.made ?? '', adminKey: secret, close }
}

/** Runs a snippet in a process of its own. Returns the error, empty if there is none. The folder holds its module. */
export async function runSnippet(folder: SnippetFolder, snippet: Snippet, { url, key }: Demo): Promise<string> {
  const file = join(folder.path, `run-${moduleOf(snippet)}`)
  writeFileSync(file, writeModule(snippet).replaceAll(address, url).replaceAll('port: 8787', 'port: 0'))
  const env = {
    PATH: process.env['PATH'],
    INTERLINGUA_API_KEY: key,
    ...Object.fromEntries(['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY'].map((name) => [name, 'sk-none'])),
  }
  const program = `await import(${JSON.stringify(file)}); process.exit()`
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: folder.path, env, timeout: 60_000 })
    return ''
  } catch (error) {
    return String((error as { readonly stderr?: string }).stderr) // the process wrote its error there
  }
}

/** Sends the requests of `curl` in a script to the demo. Returns those that it did not answer with a good status. */
export async function sendRequests(script: string, { url, key, adminKey }: Demo): Promise<readonly string[]> {
  const bad: string[] = []
  const filled = script.replaceAll(address, url).replaceAll('$INTERLINGUA_API_KEY', key).replaceAll('$ADMIN_KEY', adminKey)
  for (const command of commandsOf(filled)) {
    if (command[0] !== 'curl') continue
    const { target, init } = readCurl(command)
    const answer = await fetch(target, init)
    const text = await answer.text()
    if (!answer.ok) bad.push(`${target}: ${answer.status} ${text.slice(0, 300)}`)
  }
  return bad
}

function readCurl([, ...args]: ShellCommand): { readonly target: string; readonly init: RequestInit } {
  const headers = new Headers()
  let target = ''
  let body: string | undefined
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (word === '-H') {
      const [name = '', value = ''] = (args[++at] ?? '').split(/: */, 2)
      headers.set(name, value)
    } else if (word === '-d') body = args[++at] ?? ''
    else if (/^https?:/.test(word)) target = word
    else if (!['-i', '-s', '-N'].includes(word)) throw new Error(`curl ${word} is not known here`)
  }
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded')
  return { target, init: { headers, ...(body !== undefined && { method: 'POST', body }) } }
}
