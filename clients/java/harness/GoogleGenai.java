import com.google.genai.Chat;
import com.google.genai.ResponseStream;
import com.google.genai.errors.ApiException;
import com.google.genai.errors.ClientException;
import com.google.genai.errors.ServerException;
import com.google.genai.types.AutomaticFunctionCallingConfig;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.HttpRetryOptions;
import com.google.genai.types.Part;
import com.google.genai.types.ThinkingConfig;
import com.google.genai.types.Tool;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

final class GoogleGenai implements Client {
    private final com.google.genai.Client client;
    private final String model;

    GoogleGenai(Connection to) {
        HttpRetryOptions retries = HttpRetryOptions.builder().attempts(1 + to.retries()).initialDelay(1.0).jitter(0.0).build();
        client = com.google.genai.Client.builder()
            .apiKey(to.key()).httpOptions(HttpOptions.builder().baseUrl(to.url()).timeout(30_000).retryOptions(retries).build()).build();
        model = to.models().get("google");
    }

    private static boolean stopped(GenerateContentResponse done) {
        return done.finishReason().knownEnum() == FinishReason.Known.STOP;
    }

    @Override
    public Answer ask(String prompt) {
        GenerateContentResponse done = client.models.generateContent(model, prompt, null);
        var usage = done.usageMetadata().get();
        return new Answer(done.text(), stopped(done), usage.promptTokenCount().get(), usage.candidatesTokenCount().get());
    }

    @Override
    public List<String> stream(String prompt, int stopAfter) {
        List<String> pieces = new ArrayList<>();
        boolean ended = false;
        try (ResponseStream<GenerateContentResponse> events = client.models.generateContentStream(model, prompt, null)) {
            for (GenerateContentResponse chunk : events) {
                String text = chunk.text();
                if (text != null && !text.isEmpty()) pieces.add(text);
                ended = ended || chunk.candidates().get().get(0).finishReason().isPresent();
                if (stopAfter > 0 && pieces.size() >= stopAfter) return pieces;
            }
        }
        if (!ended) throw new IllegalStateException("it ended without a finish reason");
        return pieces;
    }

    @Override
    public Loop loop(String prompt, boolean reasoning) {
        List<FunctionDeclaration> declared = new ArrayList<>();
        for (String name : RESULTS.keySet()) declared.add(FunctionDeclaration.builder().name(name).parametersJsonSchema(PARAMETERS).build());
        GenerateContentConfig.Builder config = GenerateContentConfig.builder()
            .tools(Tool.builder().functionDeclarations(declared).build())
            .automaticFunctionCalling(AutomaticFunctionCallingConfig.builder().disable(true));
        if (reasoning) config.thinkingConfig(ThinkingConfig.builder().includeThoughts(true).thinkingLevel("HIGH"));
        Chat chat = client.chats.create(model, config.build());
        Content next = Content.builder().role("user").parts(Part.fromText(prompt)).build();
        List<List<Call>> turns = Client.noTurns();
        while (turns.size() < 5) {
            GenerateContentResponse done = chat.sendMessage(next);
            List<FunctionCall> calls = done.functionCalls() == null ? List.of() : done.functionCalls();
            if (calls.isEmpty()) return new Loop(done.text(), turns);
            List<Call> turn = new ArrayList<>();
            List<Part> results = new ArrayList<>();
            for (FunctionCall call : calls) {
                String name = call.name().get();
                turn.add(new Call(name, String.valueOf(call.args().get().get("city"))));
                FunctionResponse.Builder result = FunctionResponse.builder().name(name).response(Map.of("result", RESULTS.get(name)));
                call.id().ifPresent(result::id);
                results.add(Part.builder().functionResponse(result.build()).build());
            }
            turns.add(turn);
            next = Content.builder().role("user").parts(results).build();
        }
        return new Loop("", turns);
    }

    @Override
    public String schema(String prompt) {
        GenerateContentConfig config = GenerateContentConfig.builder().responseMimeType("application/json").responseJsonSchema(PERSON).build();
        return client.models.generateContent(model, prompt, config).text();
    }

    @Override
    public String see(String prompt, String picture) {
        Part image = Part.fromBytes(Base64.getDecoder().decode(picture), "image/png");
        return client.models.generateContent(model, Content.fromParts(image, Part.fromText(prompt)), null).text();
    }

    @Override
    public boolean tells(String name, Throwable error) {
        if (!(error instanceof ApiException told)) return false;
        return switch (name) {
            case "rate-limit" -> told instanceof ClientException && told.code() == 429 && told.status().equals("RESOURCE_EXHAUSTED");
            case "server-error" -> told instanceof ServerException && told.code() == 500;
            case "context" -> told instanceof ClientException && told.message().contains("exceeds the maximum number of tokens allowed");
            case "key" -> told instanceof ClientException && told.message().contains("API key not valid");
            default -> false;
        };
    }
}
