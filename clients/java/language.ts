import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../driver/language.ts'
import { need, runInstall } from '../driver/need.ts'

const here = import.meta.dirname
const untyped = { replay: 'its types drop what they do not know, and reasoning is that for them' }

export const java: Language = {
  name: 'java',
  clients: [
    { name: 'java-openai-chat', without: untyped },
    { name: 'java-openai-responses' },
    { name: 'java-anthropic' },
    { name: 'java-google-genai' },
  ],
  async prepare(cache) {
    need('javac', '-version')
    need('mvn', '-version')
    const wanted = readFileSync(join(here, 'pom.xml'), 'utf8')
    const stamp = join(cache, 'installed.xml')
    const paths = join(cache, 'class-path.txt')
    if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
      const args = ['-q', '-B', '-f', join(here, 'pom.xml'), `-Dmaven.repo.local=${join(cache, 'repository')}`]
      await runInstall({ program: 'mvn', args: [...args, 'dependency:build-classpath', `-Dmdep.outputFile=${paths}`] })
      writeFileSync(stamp, wanted)
    }
    const classes = join(cache, 'classes')
    mkdirSync(classes, { recursive: true })
    const sources = globSync('*.java', { cwd: join(here, 'harness') }).map((file) => join(here, 'harness', file))
    await runInstall({ program: 'javac', args: ['-nowarn', '-cp', readFileSync(paths, 'utf8'), '-d', classes, ...sources] })
  },
  command: (client, cache) => ({
    program: 'java',
    args: [
      '-XX:TieredStopAtLevel=1',
      '-cp',
      `${join(cache, 'classes')}:${readFileSync(join(cache, 'class-path.txt'), 'utf8')}`,
      'Main',
      client,
    ],
  }),
}
