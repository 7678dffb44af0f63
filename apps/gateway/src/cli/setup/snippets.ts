/** Code by which a program reaches the gateway by the vendors' own libraries, for one language. */
export interface Snippet {
  /** Name in the command. */
  readonly id: string
  readonly title: string
  /** Command that installs the libraries. */
  readonly install: string
  readonly code: (to: { readonly url: string; readonly key: string; readonly model: string }) => string
}

const javascript: Snippet = {
  id: 'javascript',
  title: 'JavaScript and TypeScript',
  install: 'npm install openai @anthropic-ai/sdk @google/genai',
  code: ({ url, key, model }) => `import OpenAI from 'openai'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'

const openai = new OpenAI({ baseURL: '${url}/v1', apiKey: '${key}' })
const anthropic = new Anthropic({ baseURL: '${url}', apiKey: '${key}' })
const google = new GoogleGenAI({ apiKey: '${key}', httpOptions: { baseUrl: '${url}' } })

const answer = await openai.responses.create({ model: '${model}', input: 'Hello' })
console.log(answer.output_text)
`,
}

const python: Snippet = {
  id: 'python',
  title: 'Python',
  install: 'pip install openai anthropic google-genai',
  code: ({ url, key, model }) => `from openai import OpenAI
from anthropic import Anthropic
from google import genai

openai = OpenAI(base_url="${url}/v1", api_key="${key}")
anthropic = Anthropic(base_url="${url}", api_key="${key}")
google = genai.Client(api_key="${key}", http_options={"base_url": "${url}"})

print(openai.responses.create(model="${model}", input="Hello").output_text)
`,
}

const go: Snippet = {
  id: 'go',
  title: 'Go',
  install: 'go get github.com/openai/openai-go/v3 github.com/anthropics/anthropic-sdk-go google.golang.org/genai',
  code: ({ url, key, model }) => `openaiClient := openai.NewClient(option.WithBaseURL("${url}/v1"), option.WithAPIKey("${key}"))
anthropicClient := anthropic.NewClient(option.WithBaseURL("${url}"), option.WithAPIKey("${key}"))
googleClient, err := genai.NewClient(ctx, &genai.ClientConfig{
	APIKey:      "${key}",
	Backend:     genai.BackendGeminiAPI,
	HTTPOptions: genai.HTTPOptions{BaseURL: "${url}"},
})

answer, err := openaiClient.Responses.New(ctx, responses.ResponseNewParams{
	Model: "${model}",
	Input: responses.ResponseNewParamsInputUnion{OfString: openai.String("Hello")},
})
`,
}

const java: Snippet = {
  id: 'java',
  title: 'Java',
  install: 'com.openai:openai-java, com.anthropic:anthropic-java, com.google.genai:google-genai',
  code: ({ url, key, model }) => `OpenAIClient openai = OpenAIOkHttpClient.builder().baseUrl("${url}/v1").apiKey("${key}").build();
AnthropicClient anthropic = AnthropicOkHttpClient.builder().baseUrl("${url}").apiKey("${key}").build();
Client google = Client.builder()
    .apiKey("${key}")
    .httpOptions(HttpOptions.builder().baseUrl("${url}").build())
    .build();

Response answer = openai.responses().create(ResponseCreateParams.builder().model("${model}").input("Hello").build());
`,
}

const rust: Snippet = {
  id: 'rust',
  title: 'Rust',
  install: 'cargo add async-openai',
  code: ({ url, key, model }) => `let openai = Client::with_config(
    OpenAIConfig::new().with_api_base("${url}/v1").with_api_key("${key}"),
);
let request = CreateResponseArgs::default().model("${model}").input("Hello").build()?;
let answer = openai.responses().create(request).await?;
`,
}

export const snippets: readonly Snippet[] = [javascript, python, go, java, rust]
