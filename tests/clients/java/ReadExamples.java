import com.fasterxml.jackson.databind.*;
import java.nio.file.*;
import org.openapitools.client.ApiClient;

/** Read values by their models, and print each as it is written again. */
public class ReadExamples {
  public static void main(String[] names) throws Exception {
    ObjectMapper mapper = ApiClient.createDefaultObjectMapper();
    for (JsonNode one : mapper.readTree(Path.of(names[0]).toFile())) {
      Class<?> model = Class.forName("org.openapitools.client.model." + one.get(0).asText());
      Object found = mapper.treeToValue(one.get(1), model);
      System.out.println(mapper.writeValueAsString(new Object[] {one.get(0), found}));
    }
  }
}
