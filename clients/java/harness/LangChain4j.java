import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.googleai.GeminiThinkingConfig;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiResponsesChatModel;
import dev.langchain4j.model.openai.OpenAiResponsesStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.output.FinishReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** LangChain4j's models, of which each comes in two kinds: for whole answers and for streams. */
abstract class LangChain4j implements Client {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final JsonSchema PERSON_SCHEMA = JsonSchema.builder().name("person").rootElement(
        JsonObjectSchema.builder().addStringProperty("name").addIntegerProperty("age")
            .addProperty("tags", JsonArraySchema.builder().items(new JsonStringSchema()).build())
            .required("name", "age", "tags").additionalProperties(false).build()).build();

    protected final Connection to;

    LangChain4j(Connection to) {
        this.to = to;
    }

    abstract ChatModel model();

    abstract StreamingChatModel streaming(boolean reasoning);

    @Override
    public Answer ask(String prompt) {
        ChatResponse done = model().chat(UserMessage.from(prompt));
        return new Answer(
            done.aiMessage().text(), done.finishReason() == FinishReason.STOP, done.tokenUsage().inputTokenCount(), done.tokenUsage().outputTokenCount());
    }

    @Override
    public List<String> stream(String prompt, int stopAfter) throws Exception {
        List<String> pieces = new ArrayList<>();
        ChatResponse done = read(false, ChatRequest.builder().messages(UserMessage.from(prompt)).build(), pieces, stopAfter);
        if (done != null && (done.finishReason() != FinishReason.STOP || !done.aiMessage().text().equals(String.join("", pieces))))
            throw new IllegalStateException("it ended as " + done);
        return pieces;
    }

    /** Reads a stream to its end, or leaves it after so many pieces and gives none. */
    private ChatResponse read(boolean reasoning, ChatRequest asked, List<String> pieces, int stopAfter) throws Exception {
        CompletableFuture<ChatResponse> whole = new CompletableFuture<>();
        streaming(reasoning).chat(asked, new StreamingChatResponseHandler() {
            @Override
            public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
                if (stopAfter > 0 && pieces.size() >= stopAfter) return;
                pieces.add(piece.text());
                if (stopAfter > 0 && pieces.size() >= stopAfter) {
                    context.streamingHandle().cancel();
                    whole.complete(null);
                }
            }

            @Override
            public void onCompleteResponse(ChatResponse response) {
                whole.complete(response);
            }

            @Override
            public void onError(Throwable error) {
                whole.completeExceptionally(error);
            }
        });
        try {
            return whole.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException error) {
            throw error.getCause() instanceof Exception cause ? cause : error;
        }
    }

    @Override
    public Loop loop(String prompt, boolean reasoning) throws Exception {
        List<ToolSpecification> tools = RESULTS.keySet().stream().map(name -> ToolSpecification.builder().name(name).description(name)
            .parameters(JsonObjectSchema.builder().addStringProperty("city").required("city").additionalProperties(false).build()).build()).toList();
        List<ChatMessage> messages = new ArrayList<>(List.of(UserMessage.from(prompt)));
        List<List<Call>> turns = Client.noTurns();
        while (turns.size() < 5) {
            ChatResponse done = read(reasoning, ChatRequest.builder().messages(messages).toolSpecifications(tools).build(), new ArrayList<>(), 0);
            if (!done.aiMessage().hasToolExecutionRequests()) return new Loop(done.aiMessage().text(), turns);
            messages.add(done.aiMessage());
            List<Call> turn = new ArrayList<>();
            for (ToolExecutionRequest call : done.aiMessage().toolExecutionRequests()) {
                turn.add(new Call(call.name(), Client.cityOf(call.arguments())));
                messages.add(ToolExecutionResultMessage.from(call, RESULTS.get(call.name())));
            }
            turns.add(turn);
        }
        return new Loop("", turns);
    }

    @Override
    public String schema(String prompt) {
        ResponseFormat format = ResponseFormat.builder().type(ResponseFormatType.JSON).jsonSchema(PERSON_SCHEMA).build();
        return model().chat(ChatRequest.builder().messages(UserMessage.from(prompt)).responseFormat(format).build()).aiMessage().text();
    }

    @Override
    public String see(String prompt, String picture) {
        return model().chat(UserMessage.from(TextContent.from(prompt), ImageContent.from(picture, "image/png"))).aiMessage().text();
    }

    @Override
    public boolean tells(String name, Throwable error) {
        return switch (name) {
            case "rate-limit" -> error instanceof RateLimitException;
            case "server-error" -> error instanceof InternalServerException;
            case "context" -> error instanceof InvalidRequestException && error.getMessage().contains(contextWords());
            case "key" -> error instanceof AuthenticationException;
            default -> false;
        };
    }

    String contextWords() {
        return "context_length_exceeded";
    }

    static final class Chat extends LangChain4j {
        Chat(Connection to) {
            super(to);
        }

        @Override
        ChatModel model() {
            return OpenAiChatModel.builder().baseUrl(to.url()).apiKey(to.key()).modelName(to.models().get("openai")).maxRetries(to.retries())
                .strictJsonSchema(true).timeout(PATIENCE).build();
        }

        @Override
        StreamingChatModel streaming(boolean reasoning) {
            var made = OpenAiStreamingChatModel.builder().baseUrl(to.url()).apiKey(to.key()).modelName(to.models().get("openai")).timeout(PATIENCE);
            return (reasoning ? made.reasoningEffort("high").returnThinking(true).sendThinking(true) : made).build();
        }
    }

    static final class Responses extends LangChain4j {
        Responses(Connection to) {
            super(to);
        }

        @Override
        ChatModel model() {
            return OpenAiResponsesChatModel.builder().baseUrl(to.url()).apiKey(to.key()).modelName(to.models().get("openai")).strictJsonSchema(true)
                .store(false).build();
        }

        @Override
        StreamingChatModel streaming(boolean reasoning) {
            var made = OpenAiResponsesStreamingChatModel.builder().baseUrl(to.url()).apiKey(to.key()).modelName(to.models().get("openai")).store(false);
            return (reasoning ? made.reasoningEffort("high").reasoningSummary("auto").include(List.of("reasoning.encrypted_content")) : made).build();
        }
    }

    static final class Anthropic extends LangChain4j {
        Anthropic(Connection to) {
            super(to);
        }

        @Override
        ChatModel model() {
            return AnthropicChatModel.builder().baseUrl(to.url()).apiKey(to.key()).modelName(to.models().get("anthropic")).maxRetries(to.retries())
                .maxTokens(9000).supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA).timeout(PATIENCE).build();
        }

        @Override
        StreamingChatModel streaming(boolean reasoning) {
            var made = AnthropicStreamingChatModel.builder().baseUrl(to.url()).apiKey(to.key()).modelName(to.models().get("anthropic"))
                .maxTokens(9000).timeout(PATIENCE);
            return (reasoning ? made.thinkingType("enabled").thinkingBudgetTokens(2000).returnThinking(true).sendThinking(true) : made).build();
        }

        @Override
        String contextWords() {
            return "prompt is too long";
        }
    }

    static final class Google extends LangChain4j {
        Google(Connection to) {
            super(to);
        }

        @Override
        ChatModel model() {
            return GoogleAiGeminiChatModel.builder().baseUrl(to.url()).apiKey(to.key()).modelName(to.models().get("google")).maxRetries(to.retries())
                .timeout(PATIENCE).build();
        }

        @Override
        StreamingChatModel streaming(boolean reasoning) {
            var made = GoogleAiGeminiStreamingChatModel.builder().baseUrl(to.url()).apiKey(to.key()).modelName(to.models().get("google")).timeout(PATIENCE);
            return (reasoning ? made.thinkingConfig(GeminiThinkingConfig.builder().includeThoughts(true).thinkingLevel("high").build()).returnThinking(true).sendThinking(true) : made)
                .build();
        }

        @Override
        String contextWords() {
            return "exceeds the maximum number of tokens allowed";
        }
    }
}
