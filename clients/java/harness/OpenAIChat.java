import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.InternalServerException;
import com.openai.errors.RateLimitException;
import com.openai.errors.UnauthorizedException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.ReasoningEffort;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionContentPart;
import com.openai.models.chat.completions.ChatCompletionContentPartImage;
import com.openai.models.chat.completions.ChatCompletionContentPartText;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionMessageToolCall;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

final class OpenAIChat implements Client {
    private final OpenAIClient client;
    private final String model;

    OpenAIChat(Connection to) {
        client = connect(to);
        model = to.models().get("openai");
    }

    static OpenAIClient connect(Connection to) {
        return OpenAIOkHttpClient.builder()
            .baseUrl(to.url()).apiKey(to.key()).maxRetries(to.retries()).timeout(Duration.ofSeconds(30)).build();
    }

    private ChatCompletionCreateParams.Builder asked() {
        return ChatCompletionCreateParams.builder().model(model);
    }

    private ChatCompletion create(ChatCompletionCreateParams asked) {
        return client.chat().completions().create(asked).validate();
    }

    @Override
    public Answer ask(String prompt) {
        ChatCompletion done = create(asked().addUserMessage(prompt).build());
        ChatCompletion.Choice choice = done.choices().get(0);
        boolean finished = choice.finishReason().equals(ChatCompletion.Choice.FinishReason.STOP);
        return new Answer(choice.message().content().orElse(""), finished, done.usage().get().promptTokens(), done.usage().get().completionTokens());
    }

    @Override
    public List<String> stream(String prompt, int stopAfter) {
        List<String> pieces = new ArrayList<>();
        ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> events = client.chat().completions().createStreaming(asked().addUserMessage(prompt).build())) {
            for (ChatCompletionChunk chunk : (Iterable<ChatCompletionChunk>) events.stream()::iterator) {
                whole.accumulate(chunk.validate());
                chunk.choices().forEach(choice -> choice.delta().content().filter(text -> !text.isEmpty()).ifPresent(pieces::add));
                if (stopAfter > 0 && pieces.size() >= stopAfter) return pieces;
            }
        }
        whole.chatCompletion();
        return pieces;
    }

    @Override
    public Loop loop(String prompt, boolean reasoning) throws Exception {
        List<Object> tools = new ArrayList<>();
        for (String name : RESULTS.keySet())
            tools.add(Map.of("type", "function", "function", Map.of("name", name, "parameters", PARAMETERS, "strict", true)));
        ChatCompletionCreateParams.Builder asked = asked().addUserMessage(prompt).putAdditionalBodyProperty("tools", JsonValue.from(tools));
        if (reasoning) asked.reasoningEffort(ReasoningEffort.HIGH);
        List<List<Call>> turns = Client.noTurns();
        while (turns.size() < 5) {
            ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
            try (StreamResponse<ChatCompletionChunk> events = client.chat().completions().createStreaming(asked.build())) {
                events.stream().forEach(chunk -> whole.accumulate(chunk.validate()));
            }
            ChatCompletionMessage message = whole.chatCompletion().validate().choices().get(0).message();
            if (message.toolCalls().map(List::isEmpty).orElse(true)) return new Loop(message.content().orElse(""), turns);
            asked.addMessage(message);
            List<Call> turn = new ArrayList<>();
            for (ChatCompletionMessageToolCall each : message.toolCalls().get()) {
                var call = each.asFunction();
                turn.add(new Call(call.function().name(), Client.cityOf(call.function().arguments())));
                asked.addMessage(ChatCompletionToolMessageParam.builder().toolCallId(call.id()).content(RESULTS.get(call.function().name())).build());
            }
            turns.add(turn);
        }
        return new Loop("", turns);
    }

    @Override
    public String schema(String prompt) {
        Object format = Map.of("type", "json_schema", "json_schema", Map.of("name", "person", "schema", PERSON, "strict", true));
        ChatCompletion done = create(asked().addUserMessage(prompt).putAdditionalBodyProperty("response_format", JsonValue.from(format)).build());
        return done.choices().get(0).message().content().orElse("");
    }

    @Override
    public String see(String prompt, String picture) {
        ChatCompletionContentPartImage.ImageUrl url =
            ChatCompletionContentPartImage.ImageUrl.builder().url("data:image/png;base64," + picture).build();
        List<ChatCompletionContentPart> parts = List.of(
            ChatCompletionContentPart.ofText(ChatCompletionContentPartText.builder().text(prompt).build()),
            ChatCompletionContentPart.ofImageUrl(ChatCompletionContentPartImage.builder().imageUrl(url).build()));
        return create(asked().addUserMessageOfArrayOfContentParts(parts).build()).choices().get(0).message().content().orElse("");
    }

    @Override
    public boolean tells(String name, Throwable error) {
        return tellsCase(name, error);
    }

    static boolean tellsCase(String name, Throwable error) {
        return switch (name) {
            case "rate-limit" -> error instanceof RateLimitException told && told.headers().values("retry-after").contains("1");
            case "server-error" -> error instanceof InternalServerException;
            case "context" -> error instanceof BadRequestException told && told.code().orElse("").equals("context_length_exceeded");
            case "key" -> error instanceof UnauthorizedException told && told.getMessage().contains("Incorrect API key provided");
            default -> false;
        };
    }
}
