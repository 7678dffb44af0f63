import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

export interface ModuleImport {
  readonly specifier: string
  /** Names that are imported; empty for `import()` and re-exports. */
  readonly names: readonly string[]
}

export interface ModuleFacts {
  readonly imports: readonly ModuleImport[]
  readonly exportedNames: readonly string[]
  readonly hasDefaultExport: boolean
  /** True if each statement is an `export { … } from` or `export type { … } from`. */
  readonly onlyReexports: boolean
  /** Names that are read but not declared in the file (`Date`), with the member that is read (`Date.now`). */
  readonly globals: ReadonlySet<string>
  readonly syntaxErrors: readonly string[]
}

interface SyntaxNode {
  readonly type: string
  readonly [key: string]: unknown
}

/** Facts about one source file, for the boundary and shape checks. */
export function readModule(file: string): ModuleFacts {
  const text = readFileSync(file, 'utf8')
  const { module, program, errors } = parseSync(file, text)
  const imports: ModuleImport[] = []
  const exportedNames: string[] = []
  let hasDefaultExport = false
  for (const statement of module.staticImports) {
    const names = statement.entries.flatMap(({ importName }) => importName.name ?? [])
    imports.push({ specifier: statement.moduleRequest.value, names })
  }
  for (const statement of module.staticExports) {
    for (const entry of statement.entries) {
      if (entry.moduleRequest) imports.push({ specifier: entry.moduleRequest.value, names: [] })
      if (entry.exportName.kind === 'Default') hasDefaultExport = true
      if (entry.exportName.name === 'default') hasDefaultExport = true
      else if (typeof entry.exportName.name === 'string') exportedNames.push(entry.exportName.name)
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"])([^'"]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    imports.push({ specifier: literal?.[2] ?? '(computed)', names: [] })
  }
  // The parser's tree is read structurally: every node has a `type`, and which of its keys hold nodes does not matter here.
  const tree = program as unknown as SyntaxNode
  const body = tree['body'] as readonly SyntaxNode[]
  return {
    imports,
    exportedNames: [...new Set(exportedNames)],
    hasDefaultExport,
    onlyReexports: body.every((node) => node.type === 'ExportNamedDeclaration' && node['source'] !== null),
    globals: findGlobals(tree),
    syntaxErrors: errors.map((error) => error.message),
  }
}

/**
 * Globals of a file, without scope analysis: a name declared anywhere in the file counts as its own everywhere. Good enough to find a
 * forbidden global without reporting a parameter called `location`.
 */
function findGlobals(program: SyntaxNode): ReadonlySet<string> {
  const declared = new Set<string>()
  const read = new Set<string>()
  visit(program, (node, parent, key) => {
    if (node.type !== 'Identifier') return
    const name = node['name'] as string
    if (isDeclaration(parent, key)) declared.add(name)
    else if (!isPlainKey(parent, key)) {
      const member =
        parent?.type === 'MemberExpression' && parent['computed'] === false ? (parent['property'] as SyntaxNode)['name'] : undefined
      // A constructor with an argument may be pure where one without is not: `new Date(0)`.
      const constructs = parent?.type === 'NewExpression' && key === 'callee' && (parent['arguments'] as readonly unknown[]).length > 0
      read.add(member === undefined ? `${constructs ? 'new ' : ''}${name}` : `${name}.${member}`)
    }
  })
  return new Set([...read].filter((name) => !declared.has(globalOf(name))))
}

/** Global of `Date`, `Date.now` and `new Date`. */
export function globalOf(name: string): string {
  const [global = name] = name.replace(/^new /, '').split('.')
  return global
}

const declarations: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  ClassExpression: ['id'],
  ImportSpecifier: ['local', 'imported'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
  ExportSpecifier: ['local', 'exported'],
  CatchClause: ['param'],
  ArrayPattern: ['elements'],
  RestElement: ['argument'],
  AssignmentPattern: ['left'],
  ObjectPatternProperty: ['value'],
}

function isDeclaration(parent: SyntaxNode | undefined, key: string): boolean {
  return parent !== undefined && (declarations[parent.type]?.includes(key) ?? false)
}

/** A name that only labels something: `.name`, `{ name: … }`, `name() {}`. */
function isPlainKey(parent: SyntaxNode | undefined, key: string): boolean {
  if (parent === undefined) return false
  if (parent.type === 'MemberExpression') return key === 'property' && parent['computed'] === false
  return key === 'key' ? parent['computed'] === false : key === 'label'
}

/** Visits value positions only: types may name anything, since they do not run. */
function visit(
  node: SyntaxNode,
  see: (node: SyntaxNode, parent: SyntaxNode | undefined, key: string) => void,
  parent?: SyntaxNode,
  under = '',
): void {
  see(node, parent, under)
  // An ambient declaration promises that a global exists; it does not make it the file's own.
  if (node['declare'] === true) return
  for (const [key, value] of Object.entries(node)) {
    const isPattern = parent?.type === 'ObjectPattern' && key === 'value'
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue
      if (child.type.startsWith('TS')) {
        const inner = child['expression']
        if (isNode(inner)) visit(inner, see, node, key)
      } else visit(child, see, isPattern ? { type: 'ObjectPatternProperty' } : node, key)
    }
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
