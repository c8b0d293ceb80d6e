import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.PlayApi;
import org.openapitools.client.api.PlayersApi;
import org.openapitools.client.api.TablesApi;
import org.openapitools.client.model.*;

/** Play a table of Boon with the client that openapi-generator made from openapi.yaml. */
public class PlayTable {
  static final int WAIT = 20; // seconds

  /** A key of its own for a request. */
  static String key() {
    return UUID.randomUUID().toString();
  }

  static ApiClient client(String url, String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    if (token != null) {
      client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    }
    return client;
  }

  /** Take the Boon in the first round, bury as offered, play the first legal card. */
  static BoonAction chosen(BoonView view) {
    BoonChoices choices = view.getChoices();
    if (!choices.getPicks().isEmpty()) return choices.getPicks().get(0).getExample();
    for (BoonAction one : choices.getActions()) {
      if (one.getActualInstance() instanceof BoonPlay) return one;
    }
    return view.getPlay().getRound() == 1
        ? new BoonAction(new BoonTake().type(BoonTake.TypeEnum.TAKE))
        : new BoonAction(new Pass().type(Pass.TypeEnum.PASS));
  }

  static BoonView play(ApiClient client) throws ApiException {
    TablesApi tables = new TablesApi(client);
    PlayApi play = new PlayApi(client);
    NewBoonTable wanted = new NewBoonTable().game(NewBoonTable.GameEnum.BOON).seats(3)
        .options(new BoonOptionsInput().maxRounds(2));
    BoonView view = tables.openTable(new NewTable(wanted), key()).getView().getBoonView();
    String table = view.getTable();
    for (int seat = 0; seat < 3; seat++) {
      NewSeat taken = seat == 0 ? new NewSeat() : new NewSeat().bot(NewSeat.BotEnum.REGULAR);
      tables.sitDown(table, taken, key(), null, null, null);
    }
    view = tables.startTable(table, Map.of(), key(), null, null, null).getView().getBoonView();
    while (view.getPhase() != BoonView.PhaseEnum.CLOSED) {
      if (view.getChoices() == null) {
        view = play.showView(table, null, (int) (long) view.getN(), WAIT, null).getBoonView();
        continue;
      }
      Action action = new Action();
      action.setActualInstance(chosen(view).getActualInstance());
      String seen = String.format("\"%d.%d.0\"", view.getN(), view.getSeat());
      view = play.act(table, action, key(), seen, null, null, null).getView().getBoonView();
    }
    return view;
  }

  static List<String> cards(ApiClient client, String table) throws ApiException {
    List<String> cards = new ArrayList<>();
    PlayApi play = new PlayApi(client);
    for (Long after = 0L; after != null; ) {
      EventPage page = play.listEvents(table, null, (int) (long) after, null, null);
      for (Event one : page.getEvents()) {
        if (one.getActualInstance() instanceof BoonCardPlayedV1) {
          cards.add(one.getBoonCardPlayedV1().getData().getCard());
        }
      }
      after = page.getNext();
    }
    return cards;
  }

  public static void main(String[] words) throws ApiException {
    NewPlayer name = new NewPlayer().name("generated " + key().substring(0, 13));
    Registered made = new PlayersApi(client(words[0], null)).registerPlayer(name);
    ApiClient client = client(words[0], made.getToken());
    BoonView view = play(client);
    BoonPlayViewLastRound last = view.getPlay().getLastRound();
    boolean whole = last.getActualInstance() instanceof BoonRoundCounted
        ? last.getBoonRoundCounted().getTaker() != null
        : last.getBoonLeasterCounted().getTricks() != null;
    System.out.printf("%d cards; places %s; last round %s%n", cards(client, view.getTable()).size(),
        view.getOutcome().getPlaces(), whole ? "whole" : "lost");
  }
}
