import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.util.Map;

/** Runs one client onto every upstream, case by case, and prints a line of JSON for each. */
public final class Main {
    static final ObjectMapper JSON = new ObjectMapper();

    @SuppressWarnings("unchecked") // the driver writes it so
    public static void main(String[] args) throws Exception {
        Map<String, Object> setting = JSON.readValue(new File(System.getenv("CLIENTS_SETTING")), Map.class);
        for (Map.Entry<String, String> upstream : ((Map<String, String>) setting.get("upstreams")).entrySet())
            Cases.run(args[0], upstream.getKey(), upstream.getValue(), setting);
        System.out.flush();
        // The threads of a client's pool must not keep the process.
        Runtime.getRuntime().halt(0);
    }
}
