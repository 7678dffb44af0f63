import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** Puts a client through the cases and prints what came of it. */
final class Cases {
    private Cases() {}

    @SuppressWarnings("unchecked") // the driver writes it so
    static void run(String name, String upstream, String url, Map<String, Object> setting) throws Exception {
        Map<String, String> models = (Map<String, String>) setting.get("models");
        for (Map.Entry<String, String> each : ((Map<String, String>) setting.get("prompts")).entrySet()) {
            String key = (String) setting.get(each.getKey().equals("key") ? "wrongKey" : "key");
            int retries = each.getKey().equals("retry") ? 2 : 0;
            long began = System.nanoTime();
            String note;
            boolean ok = true;
            try {
                Client client = Client.open(name, new Client.Connection(url, key, models, retries));
                String prompt = "#" + name + "/" + upstream + "/" + each.getKey() + "# " + each.getValue();
                note = runCase(client, each.getKey(), prompt, (String) setting.get("picture"));
            } catch (Throwable error) { // whatever the library throws is the case's failure
                ok = false;
                note = tell(error);
            }
            Map<String, Object> line = Client.ordered(
                "upstream", upstream, "case", each.getKey(), "ok", ok, "note", note, "millis", (System.nanoTime() - began) / 1_000_000);
            System.out.println(Main.JSON.writeValueAsString(line));
        }
    }

    private static String runCase(Client client, String name, String prompt, String picture) throws Exception {
        switch (name) {
            case "text", "retry" -> {
                Client.Answer got = client.ask(prompt);
                check(got.text().contains("saffron") && got.finished() && got.input() > 0 && got.output() > 0, "the answer is " + got);
            }
            case "stream" -> {
                List<String> pieces = client.stream(prompt, 0);
                String whole = String.join("", pieces);
                check(pieces.size() > 1 && whole.endsWith("kilo lima") && whole.split("lima", -1).length == 11, pieces.size() + " pieces: " + whole);
            }
            case "tools" -> checkLoop(
                client.loop(prompt, false),
                List.of(List.of(new Client.Call("get_weather", "Oslo"), new Client.Call("get_time", "Lima"))), "sunny-4711", "noon-0815");
            case "reasoning" -> checkLoop(
                client.loop(prompt, true),
                List.of(List.of(new Client.Call("get_weather", "Oslo")), List.of(new Client.Call("get_time", "Lima"))), "noon-0815");
            case "schema" -> {
                JsonNode got = Main.JSON.readTree(client.schema(prompt));
                check(got.path("name").isTextual() && got.path("age").isInt() && got.path("tags").isArray(), "the object is " + got);
            }
            case "image" -> {
                String text = client.see(prompt, picture);
                check(text.contains("image/png"), "the text is " + text);
            }
            case "cut" -> {
                List<String> pieces;
                try {
                    pieces = client.stream(prompt, 0);
                } catch (Exception error) {
                    return tell(error);
                }
                check(false, "half of an answer was taken for the whole, in " + pieces.size() + " pieces");
            }
            case "cancel" -> {
                List<String> pieces = client.stream(prompt, 3);
                check(!pieces.isEmpty() && pieces.size() < 1000, pieces.size() + " pieces");
                // The gateway hears of it a moment later.
                Thread.sleep(300);
            }
            default -> {
                Client.Answer got;
                try {
                    got = client.ask(prompt);
                } catch (Exception error) {
                    check(client.tells(name, error), "it is told as " + tell(error));
                    return tell(error);
                }
                check(false, "it was answered: " + got);
            }
        }
        return "";
    }

    private static void checkLoop(Client.Loop got, List<List<Client.Call>> turns, String... words) {
        check(got.turns().equals(turns), "the calls were " + got.turns());
        for (String word : words) check(got.text().contains(word), "the last text is " + got.text());
    }

    private static void check(boolean holds, String problem) {
        if (!holds) throw new AssertionError(problem);
    }

    private static String tell(Throwable error) {
        String text = error.getClass().getSimpleName() + ": " + error.getMessage() + (error.getCause() == null ? "" : " < " + error.getCause());
        return text.substring(0, Math.min(text.length(), 600));
    }
}
