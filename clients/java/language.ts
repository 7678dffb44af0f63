import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../driver/language.ts'
import { need, runInstall } from '../driver/need.ts'

const here = import.meta.dirname
const untyped = { replay: 'its types drop what they do not know, and reasoning is that for them' }

export const java: Language = {
  name: 'java',
  clients: [
    {
      name: 'java-openai-chat',
      title: 'openai-java, Chat Completions',
      packages: ['openai-java'],
      path: '/v1',
      setting: 'OpenAIOkHttpClient.builder().baseUrl(URL).apiKey(KEY).build()',
      without: untyped,
    },
    {
      name: 'java-openai-responses',
      title: 'openai-java, Responses',
      packages: ['openai-java'],
      path: '/v1',
      setting: 'OpenAIOkHttpClient.builder().baseUrl(URL).apiKey(KEY).build()',
    },
    {
      name: 'java-anthropic',
      title: 'anthropic-java',
      packages: ['anthropic-java'],
      path: '',
      setting: 'AnthropicOkHttpClient.builder().baseUrl(URL).apiKey(KEY).build()',
    },
    {
      name: 'java-google-genai',
      title: 'google-genai',
      packages: ['google-genai'],
      path: '',
      setting: 'Client.builder().apiKey(KEY).httpOptions(HttpOptions.builder().baseUrl(URL).build()).build()',
    },
    {
      name: 'java-langchain4j-chat',
      title: 'LangChain4j, Chat Completions',
      packages: ['langchain4j-open-ai'],
      path: '/v1',
      setting: 'OpenAiChatModel.builder().baseUrl(URL).apiKey(KEY).modelName(MODEL).build()',
      without: { replay: 'reads and returns no more of reasoning than its text' },
    },
    {
      name: 'java-langchain4j-responses',
      title: 'LangChain4j, Responses',
      packages: ['langchain4j-open-ai'],
      path: '/v1',
      setting: 'OpenAiResponsesChatModel.builder().baseUrl(URL).apiKey(KEY).modelName(MODEL).store(false).build()',
      without: { retry: 'it repeats nothing' },
    },
    {
      name: 'java-langchain4j-anthropic',
      title: 'LangChain4j, Anthropic',
      packages: ['langchain4j-anthropic'],
      path: '/v1',
      setting: 'AnthropicChatModel.builder().baseUrl(URL).apiKey(KEY).modelName(MODEL).returnThinking(true).sendThinking(true).build()',
    },
    {
      name: 'java-langchain4j-google',
      title: 'LangChain4j, Gemini',
      packages: ['langchain4j-google-ai-gemini'],
      path: '/v1beta',
      setting:
        'GoogleAiGeminiChatModel.builder().baseUrl(URL).apiKey(KEY).modelName(MODEL).returnThinking(true).sendThinking(true).build()',
    },
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
  version(_, name) {
    return new RegExp(`<artifactId>${name}</artifactId><version>([^<]+)`).exec(readFileSync(join(here, 'pom.xml'), 'utf8'))?.[1] ?? ''
  },
  command: (client, cache) => ({
    program: 'java',
    args: [
      '-XX:TieredStopAtLevel=1',
      '-cp',
      `${join(cache, 'classes')}:${readFileSync(join(cache, 'class-path.txt'), 'utf8')}`,
      'Main',
      client.name,
    ],
  }),
}
