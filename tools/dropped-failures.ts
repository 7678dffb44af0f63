import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

interface Module {
  readonly text: string
  readonly program: unknown
  /** Functions of the module whose declared result may be a failure. */
  readonly failing: ReadonlySet<string>
  /** Imported functions: the local name, with the file and the name there. */
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>
}

/** Names of types that a failure may be of. */
const failure = /\b(?:FailureReply|Served|Guarded)\b/

/**
 * Finds calls that may give the failure of a request and whose result is dropped, so that the request is never answered. The declared results
 * of functions and of members of interfaces decide. `files` are patterns under `base`.
 */
export function droppedFailures(base: string, files: readonly string[]): readonly string[] {
  const modules = new Map(globSync([...files], { cwd: base }).map((file) => [resolve(base, file), readSource(join(base, file))] as const))
  const members = new Set<string>()
  for (const { text, program } of modules.values()) visit(program, (node) => addMember(members, node, text))
  const found: string[] = []
  for (const [file, module] of modules) {
    const fails = (name: string): boolean => {
      const origin = module.imported.get(name)
      return origin === undefined
        ? module.failing.has(name)
        : modules.get(resolve(dirname(file), origin.file))?.failing.has(origin.name) === true
    }
    visit(module.program, (node) => {
      if (node.type !== 'ExpressionStatement') return
      const name = calledName(node['expression'] as SyntaxNode) // a statement has an expression
      if (name === undefined || !(name.startsWith('.') ? members.has(name.slice(1)) : fails(name))) return
      const line = module.text.slice(0, node.start).split('\n').length
      found.push(`${file.slice(resolve(base).length + 1)}:${line}: drops the failure that ${name.replace('.', '')} may give: return it`)
    })
  }
  return found
}

function readSource(file: string): Module {
  const text = readFileSync(file, 'utf8')
  const { program } = parseSync(file, text)
  const failing = new Set<string>()
  const imported = new Map<string, { readonly file: string; readonly name: string }>()
  visit(program, (node) => {
    if (node.type === 'FunctionDeclaration' && isFailing(node, text)) failing.add(nameOf(node['id']))
    if (node.type === 'ImportDeclaration') {
      const from = (node['source'] as { readonly value: string }).value // an import has a source
      if (!from.startsWith('.')) return
      for (const specifier of node['specifiers'] as readonly SyntaxNode[])
        // and a list of what it imports
        if (specifier.type === 'ImportSpecifier')
          imported.set(nameOf(specifier['local']), { file: from, name: nameOf(specifier['imported']) })
    }
  })
  return { text, program, failing, imported }
}

/** Members such as `readonly serve: (…) => Served`. */
function addMember(members: Set<string>, node: SyntaxNode, text: string): void {
  if (node.type !== 'TSPropertySignature' && node.type !== 'TSMethodSignature') return
  const annotation = node['typeAnnotation'] as SyntaxNode | null | undefined // a property signature has a type or none
  const declared = node.type === 'TSMethodSignature' ? node : (annotation?.['typeAnnotation'] as SyntaxNode | undefined) // a type annotation holds a type
  if (declared !== undefined && (declared === node || declared.type === 'TSFunctionType') && isFailing(declared, text))
    members.add(nameOf(node['key']))
}

function isFailing(node: SyntaxNode, text: string): boolean {
  const result = node['returnType'] as SyntaxNode | null | undefined // a function declares a result or none
  return result !== null && result !== undefined && failure.test(text.slice(result.start, result.end))
}

/** `f` of `f(…)`, `void f(…)` and `await f(…)`; `.m` of `x.m(…)`. */
function calledName(expression: SyntaxNode): string | undefined {
  if (expression.type === 'AwaitExpression' || expression.type === 'UnaryExpression')
    return calledName(expression['argument'] as SyntaxNode) // has one
  if (expression.type !== 'CallExpression') return undefined
  const callee = expression['callee'] as SyntaxNode // a call has a callee
  if (callee.type === 'Identifier') return nameOf(callee)
  return callee.type === 'MemberExpression' ? `.${nameOf(callee['property'])}` : undefined
}

function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { readonly name?: string; readonly value?: string } // identifiers have a name, literals a value
  return name ?? value ?? ''
}

function visit(value: unknown, each: (node: SyntaxNode) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) visit(item, each)
    return
  }
  if (!('type' in value)) return
  const node = value as SyntaxNode // every object with a type, in the parser's tree, is a node
  each(node)
  for (const key in node) visit(node[key], each)
}
