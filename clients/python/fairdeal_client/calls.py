"""Every operation of the API as a `Call`, for `Client.call`. Generated from openapi.yaml by clients/python/generate.py; do not edit."""

from __future__ import annotations

from typing import Any, Literal

from fairdeal_client import types
from fairdeal_client.requests import Call, part_of_path


def register_player(body: types.NewPlayer) -> Call[types.Registered]:
    """Make an account. Makes an account; without a name the server makes one (`Quiet Otter
    4821`). Only this answer shows its token and its recovery code, which gives a new token when
    all are lost: the server keeps hashes. It takes no Idempotency-Key, since a repeat could not
    show the token again; a repeat answers 409. The server normalizes a name (RFC 8266). It must
    be unique in any case (rule P1), have only visible characters (P2), and not look like another
    player's (P3, UTS #39)."""
    return Call("POST", "/v1/players", body=body)


def find_player(*, name: str) -> Call[types.FoundPlayers]:
    """Find a player by name. Returns the player with this name, in any case; nobody if there is
    none."""
    return Call("GET", "/v1/players", query={"name": name})


def recover_account(body: types.Recovery) -> Call[types.Registered]:
    """Get a token by a recovery code. Exchanges a recovery code for a new token and a new code,
    shown only in this answer. The old code and all old tokens end when the new token is first
    used; until then the old code works again, so a lost answer locks nobody out. All wrong codes
    get the same answer."""
    return Call("POST", "/v1/recovery", body=body)


def show_me() -> Call[types.Me]:
    """Show my account. Returns your account."""
    return Call("GET", "/v1/players/me")


def erase_me() -> Call[None]:
    """Erase my account. Frees the name and ends all tokens, of a blocked account too; events keep
    only the id. You cannot undo this. A repeat answers 401, since the token has ended."""
    return Call("DELETE", "/v1/players/me")


def list_my_tables(
    *,
    state: Literal['open', 'playing', 'ended', 'my_turn', 'disputed'] | None = None,
    game: Literal['boojum', 'boon', 'boosh', 'bum', 'goblin_market'] | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[types.PlayerTables]:
    """List my tables. Returns your tables: those that you opened, are invited to, or hold a seat
    of, or held one when play began; open, in play, ended and archived, private ones too. The
    newest by `opened_at` come first; of several in one millisecond, the greater id.
    `state=disputed` returns those with disputes, the newest dispute first. If you gave up your
    seat at a table with a `spectator_delay`, you see what it shows spectators. The list is
    eventually consistent; `turns` is live."""
    return Call("GET", "/v1/players/me/tables", query={"state": state, "game": game, "limit": limit, "cursor": cursor})


def list_my_news(
    *,
    after: int | None = None,
    wait: int | None = None,
) -> Call[types.AccountMessages]:
    """Wait for news of all my tables. Returns what is new at all your tables and tournaments:
    turns, starts, ends, seats that a bot plays, disputes. `Accept: text/event-stream` gets a
    stream, one for all tables. It begins with a message `turns`: the tables at which you may act
    now. To resume, send the `id` of the last message as Last-Event-ID; each message comes once,
    in the order of ids. The server keeps messages for 7 days, and the newest 500 of an account;
    later you get `missed`, then `turns`. A turn that has passed may be left out. Without a
    stream, `wait` waits until there is a message after `after`; without `after` the answer begins
    anew. A stream ends after an hour, and when its token is revoked. Messages hold no cards and
    nothing else of play."""
    return Call("GET", "/v1/players/me/events", query={"after": after, "wait": wait})


def rename_me(body: types.NewName) -> Call[types.Me]:
    """Take another name. Changes the name of your account, by the rules of registration (P1 to
    P3). The old name is free at once. Seats, results and tokens stay: events hold only the id.
    Other processes show the new name within 5 seconds. You may repeat the request."""
    return Call("PUT", "/v1/players/me/name", body=body)


def show_limits() -> Call[types.OwnLimits]:
    """Show my limits. Returns your limits and what you have used of each: refused requests,
    tables opened, seats held, tokens, streams. Over a limit you get 429 with the name of the
    `limit`. The account of a director has limits of its own, whatever its address. What the rules
    of a table allow is never refused."""
    return Call("GET", "/v1/players/me/limits")


def register_key(body: types.KeyInput) -> Call[types.Me]:
    """Register the key with which I sign. Registers an Ed25519 key for the seats that you take,
    or take back, from now on. You must sign with it to take them, to call for the start, and for
    every action (rule T14): see `Action-Signature`. Seats that you hold stay as they are. You may
    repeat the request; another key replaces this one."""
    return Call("PUT", "/v1/players/me/key", body=body)


def end_key() -> Call[None]:
    """Sign no more. Ends the key for seats that you take from now on. At tables where it is bound
    to your seat you must still sign. You may repeat the request."""
    return Call("DELETE", "/v1/players/me/key")


def list_own_tokens() -> Call[types.OwnTokens]:
    """List the tokens of my devices. Returns the account's own valid tokens, one for each device
    that is signed in, without the tokens themselves."""
    return Call("GET", "/v1/players/me/tokens")


def rotate_token(body: types.TokenInput) -> Call[types.Token]:
    """Get another token. Makes a new token, shown only in this answer. The old ones named by
    `revoke` end when the new one is first used; until then they work, so a lost answer locks
    nobody out. It takes no Idempotency-Key, since a repeat could not show the token again."""
    return Call("POST", "/v1/players/me/tokens", body=body)


def revoke_tokens() -> Call[None]:
    """End all my other tokens. Ends all your tokens but the one that you send: at once in the
    process that answers, within 5 seconds in all others. You may repeat the request."""
    return Call("DELETE", "/v1/players/me/tokens")


def make_recovery_code(body: types.Empty) -> Call[types.NewCode]:
    """Get another recovery code. Makes a new recovery code, shown only in this answer; the old
    one ends. It takes no Idempotency-Key: if the answer is lost, ask again."""
    return Call("POST", "/v1/players/me/recovery-code", body=body)


def end_own_token(token_id: str) -> Call[None]:
    """Sign one of my devices out. Ends one of the account's own tokens, its streams too, within 5
    seconds. You may repeat the request; an id that names no token is ended already."""
    return Call("DELETE", f"/v1/players/me/tokens/{part_of_path(token_id)}")


def list_sign_in_codes() -> Call[types.SignInCodes]:
    """List my sign-in codes. Returns your sign-in codes of the last ten minutes, without the
    codes themselves, so that the device that shows a code learns that it was used."""
    return Call("GET", "/v1/sign-in-codes")


def make_sign_in_code(body: types.Empty) -> Call[types.IssuedSignInCode]:
    """Make a code that signs another device in. Makes a code that signs one more device in (`POST
    /v1/sign-in`), shown only in this answer. It works once, for 5 minutes, and no longer than the
    token that you send. If the answer is lost, ask again."""
    return Call("POST", "/v1/sign-in-codes", body=body)


def sign_in(body: types.SignIn) -> Call[types.SignedIn]:
    """Sign a device in by a code. Exchanges a sign-in code for a token of the account, which may
    do everything, shown only in this answer. The code is used up: if the answer is lost, make
    another one on the first device. All wrong codes get the same answer."""
    return Call("POST", "/v1/sign-in", body=body)


def list_tokens() -> Call[types.PersonalTokens]:
    """List my personal access tokens. Returns your valid personal access tokens, without the
    tokens themselves."""
    return Call("GET", "/v1/tokens")


def make_token(body: types.NewPersonalToken) -> Call[types.IssuedPersonalToken]:
    """Make a personal access token. Makes a token for a program, shown only in this answer. It
    may do what its `scopes` name and has no role, except that of a director with the scope
    `tournaments`. It takes no Idempotency-Key: if the answer is lost, end the token and make
    another."""
    return Call("POST", "/v1/tokens", body=body)


def end_token(token_id: str) -> Call[None]:
    """End a personal access token. Ends a personal access token, its streams too, within 5
    seconds. You may repeat the request; an id that names no token is ended already."""
    return Call("DELETE", f"/v1/tokens/{part_of_path(token_id)}")


def make_webhook(body: types.NewWebhook) -> Call[types.MadeWebhook]:
    """Make a webhook. Makes a webhook: signed messages (Standard Webhooks) to your address, each
    `{kind, player, table, tournament, n}` without any card; read the view for more. It ends with
    the token that made it. See docs/how-to/receive-webhooks.md."""
    return Call("POST", "/v1/webhooks", body=body)


def list_webhooks() -> Call[types.Webhooks]:
    """List my webhooks. Returns your webhooks; those that this token made, unless it is the
    account's own."""
    return Call("GET", "/v1/webhooks")


def show_webhook(webhook_id: str) -> Call[types.WebhookFacts]:
    """Show a webhook. Returns a webhook."""
    return Call("GET", f"/v1/webhooks/{part_of_path(webhook_id)}")


def change_webhook(webhook_id: str, body: types.ChangedWebhook) -> Call[types.WebhookFacts]:
    """Change a webhook. Changes its address or kinds, disables it, or enables it again."""
    return Call("PATCH", f"/v1/webhooks/{part_of_path(webhook_id)}", body=body)


def end_webhook(webhook_id: str) -> Call[None]:
    """End a webhook. Ends a webhook within 5 seconds. You may repeat the request."""
    return Call("DELETE", f"/v1/webhooks/{part_of_path(webhook_id)}")


def test_webhook(webhook_id: str, body: types.Empty) -> Call[types.SentDelivery]:
    """Send a test message. Sends a message of the kind `test`. What came of it is among the
    deliveries."""
    return Call("POST", f"/v1/webhooks/{part_of_path(webhook_id)}/test", body=body)


def rotate_webhook_secret(webhook_id: str, body: types.Empty) -> Call[types.WebhookSecret]:
    """Replace the secret of a webhook. Makes another secret. For a day messages are signed with
    both."""
    return Call("POST", f"/v1/webhooks/{part_of_path(webhook_id)}/secret", body=body)


def list_deliveries(webhook_id: str) -> Call[types.Deliveries]:
    """List the latest deliveries of a webhook. Returns the latest 100 attempts of the last 8
    days."""
    return Call("GET", f"/v1/webhooks/{part_of_path(webhook_id)}/deliveries")


def replay_delivery(
    webhook_id: str,
    delivery_id: str,
    body: types.Empty,
) -> Call[types.SentDelivery]:
    """Send a message again. Sends a message of the list again, with the same id."""
    return Call("POST", f"/v1/webhooks/{part_of_path(webhook_id)}/deliveries/{part_of_path(delivery_id)}/replay", body=body)


def subscribe_to_push(body: types.NewPushSubscription) -> Call[types.PushSubscriptionFacts]:
    """Subscribe to Web Push. Subscribes a browser or UnifiedPush app: send
    `PushSubscription.toJSON()`. The same endpoint replaces its subscription. It ends with the
    token that made it, and when the push service says that it is gone."""
    return Call("POST", "/v1/push-subscriptions", body=body)


def list_push_subscriptions() -> Call[types.PushSubscriptions]:
    """List my Web Push subscriptions. Returns your subscriptions, and the server's public key
    with which a browser subscribes."""
    return Call("GET", "/v1/push-subscriptions")


def end_push_subscription(subscription_id: str) -> Call[None]:
    """Unsubscribe from Web Push. Ends a subscription within 5 seconds. You may repeat the
    request."""
    return Call("DELETE", f"/v1/push-subscriptions/{part_of_path(subscription_id)}")


def register_app(body: types.NewApp) -> Call[types.OwnApp]:
    """Register an app. Registers an app, a public client of OAuth: it has an id and no secret.
    docs/how-to/sign-in-with-oauth.md shows how it signs players in."""
    return Call("POST", "/v1/apps", body=body)


def list_my_apps() -> Call[types.OwnApps]:
    """List my apps. Returns the apps that you have registered."""
    return Call("GET", "/v1/apps")


def show_app(app_id: str) -> Call[types.AppFacts]:
    """Show an app. Shows whose app it is."""
    return Call("GET", f"/v1/apps/{part_of_path(app_id)}")


def end_app(app_id: str) -> Call[None]:
    """End an app. Ends an app of yours and all that players have allowed it, within 5 seconds.
    You may repeat the request; an id that names no app of yours is ended already."""
    return Call("DELETE", f"/v1/apps/{part_of_path(app_id)}")


def make_app_webhook(app_id: str, body: types.NewWebhook) -> Call[types.MadeWebhook]:
    """Make a webhook of an app. Makes a webhook of an app of yours: messages for all players who
    allow it to `read`, for as long as they do. It needs the account's own token, and is shown,
    changed and ended as other webhooks are."""
    return Call("POST", f"/v1/apps/{part_of_path(app_id)}/webhooks", body=body)


def list_app_webhooks(app_id: str) -> Call[types.Webhooks]:
    """List the webhooks of an app. Returns the webhooks of an app of yours."""
    return Call("GET", f"/v1/apps/{part_of_path(app_id)}/webhooks")


def list_my_grants() -> Call[types.OwnGrants]:
    """List what I have allowed apps. Returns what you have allowed apps. An app has a grant for
    each device on which you signed in with it."""
    return Call("GET", "/v1/grants")


def end_grant(grant_id: str) -> Call[None]:
    """End what I have allowed an app. Ends a grant with its tokens and streams, within 5 seconds.
    You may repeat the request; an id that names no grant of yours is ended already."""
    return Call("DELETE", f"/v1/grants/{part_of_path(grant_id)}")


def show_authorization(
    *,
    client_id: str,
    redirect_uri: str,
    response_type: str | None = None,
    scope: str | None = None,
    state: str | None = None,
    code_challenge: str | None = None,
    code_challenge_method: str | None = None,
) -> Call[types.AuthorizationFacts]:
    """Show what an app asks me for. Says what an app asks you for. Takes the parameters with
    which the app opened `/authorize`, and overlooks others. If `redirect_to` is null, ask the
    player; otherwise go there."""
    return Call("GET", "/v1/authorizations", query={"client_id": client_id, "redirect_uri": redirect_uri, "response_type": response_type, "scope": scope, "state": state, "code_challenge": code_challenge, "code_challenge_method": code_challenge_method})


def answer_authorization(body: types.NewAuthorization) -> Call[types.AnsweredAuthorization]:
    """Allow an app what it asks for, or not. Gives an app your answer. Go to `redirect_to`, which
    takes a code or an error to the app."""
    return Call("POST", "/v1/authorizations", body=body)


def show_device_code(user_code: str) -> Call[types.DeviceFacts]:
    """Show what the app that shows me a code asks for. Says which app shows this code, and what
    it asks you for. Codes hold for 10 minutes."""
    return Call("GET", f"/v1/device-codes/{part_of_path(user_code)}")


def answer_device_code(user_code: str, body: types.DeviceAnswer) -> Call[None]:
    """Allow the app that shows me a code what it asks for, or not. Gives the app that shows this
    code your answer, once."""
    return Call("POST", f"/v1/device-codes/{part_of_path(user_code)}", body=body)


def list_my_invitations() -> Call[types.OwnInvitations]:
    """List my open invitations. Returns your open invitations to tables, at most 50. To accept
    one, sit down (`POST /v1/tables/{table_id}/seats` with `{}` takes the reserved seat); to
    decline it, `DELETE /v1/tables/{table_id}/invitations/{player_id}` with your own id."""
    return Call("GET", "/v1/players/me/invitations")


def show_my_preferences() -> Call[types.OwnPreferences]:
    """Show my preferences. Returns whose invitations you take, and whether others may see that
    you are there."""
    return Call("GET", "/v1/players/me/preferences")


def set_my_preferences(body: types.NewPreferences) -> Call[types.OwnPreferences]:
    """Set my preferences. Sets all preferences; what you leave out gets its default. Open
    invitations stay. Nobody learns why an invitation is refused. You may repeat the request."""
    return Call("PUT", "/v1/players/me/preferences", body=body)


def show_player(player_id: str) -> Call[types.Profile]:
    """Show a player. Returns what everybody may know of a player."""
    return Call("GET", f"/v1/players/{part_of_path(player_id)}")


def list_tables_of_player(
    player_id: str,
    *,
    state: Literal['open', 'playing', 'ended'] | None = None,
    game: Literal['boojum', 'boon', 'boosh', 'bum', 'goblin_market'] | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[types.PlayerTables]:
    """List the tables of a player. Returns the tables of a player as `GET /v1/players/me/tables`
    returns yours: public ones, and private ones that are in your own list. `seat` and `result`
    are the player's."""
    return Call("GET", f"/v1/players/{part_of_path(player_id)}/tables", query={"state": state, "game": game, "limit": limit, "cursor": cursor})


def block_player(player_id: str, body: types.NewBlock) -> Call[types.BlockFacts]:
    """Block an account. Blocks an account: its requests get 403 `player/blocked` with the reason,
    its streams end. Only for the role admin. You may repeat the request; another reason or time
    replaces the block."""
    return Call("PUT", f"/v1/players/{part_of_path(player_id)}/block", body=body)


def unblock_player(player_id: str) -> Call[None]:
    """Unblock an account. Lifts a block. Only for the role admin. You may repeat the request."""
    return Call("DELETE", f"/v1/players/{part_of_path(player_id)}/block")


def show_presence(*, players: str) -> Call[types.PresencePage]:
    """Show who is there. Returns which players are there: seen in the last 60 seconds by a
    request or an open stream. Players who switched this off (`PUT /v1/players/me/preferences`)
    are `unknown`. `Accept: text/event-stream` gets a stream: first a message `presence` with all
    players asked for, then one with each change. A stream cannot be resumed; it begins anew."""
    return Call("GET", "/v1/presence", query={"players": players})


def list_games() -> Call[types.Games]:
    """List the games. Returns all games, with what a host wants to know before opening a
    table."""
    return Call("GET", "/v1/games")


def show_game(game: str, *, if_none_match: str | None = None) -> Call[types.GameDetails]:
    """Show a game. Returns a game with its options and actions as JSON Schemas, from which you
    can draw a form."""
    return Call("GET", f"/v1/games/{part_of_path(game)}", header={"If-None-Match": if_none_match})


def show_game_rules(game: str, *, if_none_match: str | None = None) -> Call[str]:
    """Show the rules of a game. Returns the rules of a game as Markdown, in English. Refusals
    name a rule by its number there."""
    return Call("GET", f"/v1/games/{part_of_path(game)}/rules", header={"If-None-Match": if_none_match}, accept="text/markdown")


def show_card_picture(
    card: str,
    *,
    if_none_match: str | None = None,
    language: Literal['en', 'de'] | None = None,
) -> Call[str]:
    """Show the picture of a card. Returns the picture of a card as SVG, which scales to any size.
    It loads nothing from elsewhere, and every colour has a symbol. You may keep it for a week,
    then ask with If-None-Match."""
    return Call("GET", f"/v1/cards/{part_of_path(card)}.svg", query={"language": language}, header={"If-None-Match": if_none_match}, accept="image/svg+xml")


def show_version(version: str, *, if_none_match: str | None = None) -> Call[dict[str, Any]]:
    """Show a game, its rules, a picture or the description as one version of the server has it.
    Returns one version of a game, of its rules, of the picture of a card or of this document,
    which you may keep for ever. `Content-Location` of an answer by name leads here."""
    return Call("GET", f"/v1/versions/{part_of_path(version)}", header={"If-None-Match": if_none_match})


def open_table(body: types.NewTable) -> Call[types.AcceptedOpening]:
    """Open a table. Opens a table of one game. Before anybody sits down, the first event of its
    log seals the table's secret, from which all deals follow. You get no seat by this. A table
    that does not start within `expires_after` seconds of its last seating closes by itself. A
    `private` table is shown, and gives seats, only to players who send its `join_code` once as
    the header Join-Code; only this answer shows it. With `continues`, a closed table of the same
    game hands on what its rules say (totals, an order of seats), and its players' seats are
    kept."""
    return Call("POST", "/v1/tables", body=body, is_keyed=True)


def list_tables(
    *,
    game: Literal['boojum', 'boon', 'boosh', 'bum', 'goblin_market'] | None = None,
    phase: Literal['open', 'playing'] | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[types.Lobby]:
    """Look into the lobby. Returns public tables that are open or in play, newest first by
    `opened_at`; of several in one millisecond, the greater id. The lobby is eventually
    consistent. `Accept: text/event-stream` gets a stream of the newest `limit` tables that match:
    first a message `tables`, then, at most once a second, `added`, `changed` and `removed`. A
    stream cannot be resumed; it begins anew."""
    return Call("GET", "/v1/tables", query={"game": game, "phase": phase, "limit": limit, "cursor": cursor})


def quick_seat(body: types.QuickSeat) -> Call[types.Accepted | types.AcceptedMinimal]:
    """Take a seat wherever one is free. Takes a seat at an open table that fits, or opens one and
    takes its first seat. It prefers tables whose players were seen in the last minute, then those
    at which somebody sat down in the last two, then those with the fewest free seats, then the
    oldest. A new table has the clock `normal`, a `pace` of 1000, an hour from the last seating to
    begin, and defaults otherwise. A table fits if it has the same settings, except for what you
    name, and any number of seats. Nobody sits there whom you have blocked, or who has blocked
    you. It joins only public tables, no rematches or continued tables, and none that you left
    within the hour. Taking the last seat calls for the start, also by `sitDown` at a table that a
    quick seat opened. Before that, players may give free seats to bots. Players with a key must
    sign for a seat that they know, so they get 409 `table/unsigned`."""
    return Call("POST", "/v1/quick", body=body, is_keyed=True)


def show_table(
    table_id: str,
    *,
    join_code: str | None = None,
    if_none_match: str | None = None,
) -> Call[types.TableFacts]:
    """Show a table. Returns what everybody may know of a table, without the play. With a
    `spectator_delay`, askers without a seat see it as of that many events ago."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}", header={"Join-Code": join_code, "If-None-Match": if_none_match})


def withdraw_table(
    table_id: str,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
) -> Call[types.Accepted]:
    """Withdraw a table. Closes a table that has not started. Only its opener may do this."""
    return Call("DELETE", f"/v1/tables/{part_of_path(table_id)}", header={"Join-Code": join_code, "If-Match": if_match}, is_keyed=True)


def sit_down(
    table_id: str,
    body: types.NewSeat,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
    action_signature: str | None = None,
) -> Call[types.Accepted | types.AcceptedMinimal]:
    """Take a seat, or give one to a bot. Takes a free seat: the one that `seat` names, or the
    first. `{}` takes the first. With `bot`, the opener or a player with a seat gives the seat to
    a bot. With a `commitment` to 16 random bytes of yours, these go into every shuffle; reveal
    them in `POST .../reveal` when the start was called for. With a key, name the `seat` and
    sign."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/seats", header={"Join-Code": join_code, "If-Match": if_match, "Action-Signature": action_signature}, body=body, is_keyed=True)


def leave_seat(
    table_id: str,
    seat: int,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
) -> Call[types.Accepted | types.AcceptedMinimal]:
    """Leave a seat, or send a bot away. Gives up your seat. Before the call for the start it
    becomes free, without your commitment. After the call a bot plays for it, an unrevealed
    entropy counts as withheld, and you see no more of the table until it is opened. Before the
    call the opener may send a bot away."""
    return Call("DELETE", f"/v1/tables/{part_of_path(table_id)}/seats/{part_of_path(seat)}", header={"Join-Code": join_code, "If-Match": if_match}, is_keyed=True)


def return_to_seat(
    table_id: str,
    seat: int,
    body: types.Empty,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
    action_signature: str | None = None,
) -> Call[types.Accepted | types.AcceptedMinimal]:
    """Come back to my seat. Takes back from a bot the seat that you held at the call for the
    start, after you left or timed out. You see all that the seat received meanwhile. Its clock
    runs on. With a key, sign; the receipt of leaving, or the last view, names an event and its
    head."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/seats/{part_of_path(seat)}/return", header={"Join-Code": join_code, "If-Match": if_match, "Action-Signature": action_signature}, body=body, is_keyed=True)


def claim_seat(
    table_id: str,
    seat: int,
    body: types.Empty,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
) -> Call[types.Accepted | types.AcceptedMinimal]:
    """Wait no longer for who is to act. Gives a bot the seat of a player whose turn has lasted
    for three days at a table without a clock. The player may come back. At a table for two the
    seat is forfeited."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/seats/{part_of_path(seat)}/claim", header={"Join-Code": join_code, "If-Match": if_match}, body=body, is_keyed=True)


def invite_players(
    table_id: str,
    body: types.NewInvitations,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
) -> Call[types.Accepted | types.AcceptedMinimal]:
    """Invite players. Reserves free seats for players before the start; only the opener may do
    this (rule T22). Each of `invite` names a player by `player` or `name`, or with `table` all
    others who held a seat at a closed table when play began. They get their old seats if free,
    else the first free ones. Invited players see a private table without its join code and find
    it in `GET /v1/players/me/invitations`; to accept, they sit down. A player who takes no
    invitation of yours is refused (`player/not_invitable`); of the others of a table such players
    are left out."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/invitations", header={"Join-Code": join_code, "If-Match": if_match}, body=body, is_keyed=True)


def end_invitation(
    table_id: str,
    player_id: str,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
) -> Call[types.Accepted]:
    """Decline or withdraw an invitation. Ends an invitation: its player declines it, or the
    opener withdraws it. The seat is free to all again. A player who has sat down has accepted,
    and can leave the seat instead."""
    return Call("DELETE", f"/v1/tables/{part_of_path(table_id)}/invitations/{part_of_path(player_id)}", header={"Join-Code": join_code, "If-Match": if_match}, is_keyed=True)


def adjourn_table(
    table_id: str,
    body: types.Empty,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
) -> Call[types.Accepted | types.AcceptedMinimal]:
    """Agree to adjourn. Agrees that the table may end here. When all players with a seat have
    agreed in the same hand, it closes as `adjourned`, without places; bots always agree. A later
    table may continue it (`continues`)."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/adjourn", header={"Join-Code": join_code, "If-Match": if_match}, body=body, is_keyed=True)


def ask_for_rematch(
    table_id: str,
    body: types.NewRematch,
    *,
    join_code: str | None = None,
) -> Call[types.AcceptedOpening]:
    """Play again. Opens a table like this one, which must have closed, or returns the rematch
    that another player opened: all who held a seat when play began get the same table. When its
    opener calls for the start, bots get their seats again. With `sit` you take your old seat at
    once; with a key, leave it out and sit down there with a signature."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/rematch", header={"Join-Code": join_code}, body=body, is_keyed=True)


def say_phrase(
    table_id: str,
    body: types.NewPhrase,
    *,
    join_code: str | None = None,
) -> Call[types.SpokenPhrase]:
    """Say a phrase. Says a phrase to the others who play at the table: before the start, in play,
    and until five minutes after its end. It is no event: it reaches them as a message `phrase` of
    the table's stream, and is gone after two minutes. Players who blocked you do not get it.
    Games whose `about` says no `table_talk` refuse phrases in play. A repeat says it again."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/phrases", header={"Join-Code": join_code}, body=body)


def list_phrases(
    table_id: str,
    *,
    join_code: str | None = None,
    after: int | None = None,
    wait: int | None = None,
) -> Call[types.PhrasePage]:
    """List what was said. Returns what the others said at your table in the last two minutes,
    behind the id `after`. `wait` waits until there is something. The table's stream ends with the
    table, so this is for the minutes after it."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/phrases", query={"after": after, "wait": wait}, header={"Join-Code": join_code})


def start_table(
    table_id: str,
    body: types.Empty,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
    action_signature: str | None = None,
) -> Call[types.Accepted | types.AcceptedMinimal]:
    """Call for the start. Calls for the start, when all seats are taken; any player with a seat,
    or the opener, may. The call closes the commitments: nobody sits down after it, and a bot
    plays for a player who leaves. Players who sent a commitment reveal their entropy within 10
    seconds, or it is withheld. Play begins with the last reveal, or at the end of the 10 seconds;
    at once where nobody has committed. With a beacon it begins when the round is there. If your
    seat has a `key`, sign the call."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/start", header={"Join-Code": join_code, "If-Match": if_match, "Action-Signature": action_signature}, body=body, is_keyed=True)


def reveal_table_entropy(
    table_id: str,
    body: types.NewReveal,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
    action_signature: str | None = None,
) -> Call[types.Accepted | types.AcceptedMinimal]:
    """Reveal my entropy. Reveals the entropy of your seat behind the call for the start, whose
    head is the `closing`. First check the log from your sitting down, whose head your receipt
    has, to the call: the commitments must be those that you saw, the head that of the receipt of
    `GET .../closing`. Store it with your entropy, and never reveal that entropy under another. If
    your seat has a `key`, sign the reveal."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/reveal", header={"Join-Code": join_code, "If-Match": if_match, "Action-Signature": action_signature}, body=body, is_keyed=True)


def show_closing(table_id: str, *, join_code: str | None = None) -> Call[types.StartReceipts]:
    """Show the receipts of the start. Returns the receipts of the call for the start, which
    closed the commitments, and of the event that settled the entropies. Where a round of a beacon
    is awaited, fetch the latter before that round is due and keep it: it proves that nobody could
    choose anything with the round known."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/closing", header={"Join-Code": join_code})


def show_fairness(table_id: str, *, join_code: str | None = None) -> Call[types.TableFairness]:
    """Show who could influence the deal. Says who could have influenced the deals of this table,
    and how; `fairdeal verify` says the same of its log."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/fairness", header={"Join-Code": join_code})


def abort_table(
    table_id: str,
    body: types.NewAbort,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
) -> Call[types.Accepted | types.AcceptedMinimal]:
    """Abort a table. Ends a table. Before play any player may do this with a `receipt` of this
    server that the table's log contradicts (`closing_lost`). After the call and before play an
    auditor without a seat may do it (`abort_ruled`). An admin may do it at any time, at a private
    table too (`closed_by_operator`), but not while a tournament's table is in play. `fairness`
    shows the `reason`."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/abort", header={"Join-Code": join_code, "If-Match": if_match}, body=body, is_keyed=True)


def show_view(
    table_id: str,
    *,
    join_code: str | None = None,
    if_none_match: str | None = None,
    after: int | None = None,
    wait: int | None = None,
) -> Call[types.View]:
    """Show what I may know and do. Returns all that you may know of the table now: the view of
    your seat, or a spectator's. `choices` lists what you may do, with the exact JSON to send.
    `wait` waits until there is an event after `after`, or the time is up; if all places for
    waiting are taken, the answer comes at once with Retry-After. With `after` the `story` tells
    what has happened since that event, oldest first, some 200 lines at a time (`more`); without
    it, what the newest command did."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/view", query={"after": after, "wait": wait}, header={"Join-Code": join_code, "If-None-Match": if_none_match})


def act(
    table_id: str,
    body: types.Action,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
    action_signature: str | None = None,
    prefer: str | None = None,
) -> Call[types.Accepted | types.AcceptedMinimal]:
    """Act. Acts for your seat: send one of the `choices` of the view. With If-Match the server
    accepts the action only if nothing has happened since; leave it out if the view says
    `simultaneous`. The answer holds the signed receipt and the view after the action. If the
    rules refuse, you get 409 with a code of the game and the number of the rule. If the seat
    shows a `key`, sign the action with it."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/actions", header={"Join-Code": join_code, "If-Match": if_match, "Action-Signature": action_signature, "Prefer": prefer}, body=body, is_keyed=True)


def check_action(
    table_id: str,
    body: types.Action,
    *,
    join_code: str | None = None,
    if_match: str | None = None,
) -> Call[types.CheckedAction]:
    """Ask whether an action would be legal. Returns whether the server would accept the action
    now for your seat; if not, `refusal` says why, with what would be legal or whose turn it is.
    It writes nothing, needs no signature, and nobody learns of it. The answer follows from what
    your seat may know. Another player may act meanwhile: with If-Match you get 412 if anything
    has happened since."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/actions/check", header={"Join-Code": join_code, "If-Match": if_match}, body=body)


def show_hint(
    table_id: str,
    *,
    join_code: str | None = None,
) -> Call[types.Hint | types.PendingHint]:
    """Ask for a hint. Returns what the strongest bot would play in your seat, and why. Ask at
    your turn, at an unrated table where you play alone against bots. A worker searches: until the
    hint is there you get 202 with Retry-After. A hint follows from what your seat knows, is in no
    log, and is kept for three minutes."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/hint", header={"Join-Code": join_code})


def ask_for_analysis(
    table_id: str,
    body: types.AnalysisInput,
    *,
    join_code: str | None = None,
) -> Call[types.Analysis]:
    """Have a seat analysed. Has every decision of a seat judged by the strongest bot's search, on
    what the seat knew when it decided. Ask once the table has ended and its log is open, if you
    played there or direct its tournament. Workers judge while nobody waits for bots: until all is
    judged you get 202 with what there is. An analysis is kept for a week; asked again, it says
    the same."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/analysis", header={"Join-Code": join_code}, body=body)


def show_analysis(
    table_id: str,
    *,
    join_code: str | None = None,
    seat: int | None = None,
) -> Call[types.Analysis]:
    """Read an analysis. Returns the analysis of a seat as far as it has come."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/analysis", query={"seat": seat}, header={"Join-Code": join_code})


def list_events(
    table_id: str,
    *,
    join_code: str | None = None,
    after: int | None = None,
    limit: int | None = None,
) -> Call[types.EventPage]:
    """Read the log as far as I may. Returns the events after number `after`, each with its public
    part, its seals, the head after it, and the private parts that you may read: those of your
    seat, and all once they are opened. `Accept: text/event-stream` gets a stream: first a message
    `view`, then for each command its messages `event` and one `view`. The `id` of a message is
    the number of the newest event; to resume, send it as Last-Event-ID. Seats get news at once,
    spectators once a second. The stream ends when the table closes, and after an hour. An `after`
    that the log does not have gets 404 `table/no_such_event`."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/events", query={"after": after, "limit": limit}, header={"Join-Code": join_code})


def download_log(table_id: str, *, join_code: str | None = None) -> Call[bytes]:
    """Download the log file as far as I may read it. Returns the log as JSON lines: a header, a
    line an event, and a signed last line. The public key is enough to verify it offline. Once the
    table is opened it holds all parts. Until then, and always with `reveal: auditors`, it holds
    the public parts, the parts of your seat, and what has been opened: with `reveal: hand` the
    hands that are over. The verdict on such a log begins with what could not be checked.
    Spectators get it as late as everything else."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/log", header={"Join-Code": join_code}, accept="application/jsonl")


def prove_table(
    table_id: str,
    *,
    join_code: str | None = None,
    size: int | None = None,
) -> Call[types.Proof]:
    """Prove that a table is in the tree. Returns the proof that a table is in the signed tree:
    its newest leaf with the leaf's index, the hashes to the root, and the checkpoint. The leaf
    holds the last head of a closed table, the first or a later head of a running one. The proof
    is there within seconds. `fairdeal verify log.jsonl --proof proof.json` checks it offline."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/proof", query={"size": size}, header={"Join-Code": join_code})


def show_checkpoint() -> Call[str]:
    """Show the newest checkpoint. Returns the signed size and root of the tree of heads, as a
    signed note (c2sp.org/tlog-checkpoint). Keep it: another root for the same size, or a newer
    checkpoint that is not proven consistent with it, proves that the server has presented two
    histories."""
    return Call("GET", "/v1/tree/checkpoint", accept="text/plain")


def show_tile(tile: str) -> Call[bytes]:
    """Show a tile of hashes, or the leaves below one. Returns a tile of the tree of heads
    (c2sp.org/tlog-tiles). Tiles never change. `0/x001/x234/067` is tile 1234067 of level 0: 256
    hashes of 32 bytes. `entries/x001/x234/067` holds the leaves below it, each after two bytes
    with its length. `0/000.p/17` is the first 17 hashes of a tile that is not full. `fairdeal
    monitor` follows all leaves this way."""
    return Call("GET", f"/v1/tree/tile/{part_of_path(tile)}", accept="application/octet-stream")


def prove_consistency(
    *,
    from_: int | None = None,
    to: int | None = None,
) -> Call[types.Consistency]:
    """Prove that the tree has only grown. Returns the proof that the tree of `to` leaves begins
    with the tree of `from` leaves, and the newer checkpoint. `fairdeal checkpoint old.note
    answer.json` checks it offline against a checkpoint that you kept."""
    return Call("GET", "/v1/tree/consistency", query={"from": from_, "to": to})


def list_hands(
    table_id: str,
    *,
    join_code: str | None = None,
    after: int | None = None,
    limit: int | None = None,
) -> Call[types.HandPage]:
    """List the hands of a table. Returns the hands that have been dealt, with the numbers of
    their events. A hand lies between two deals; some games have only one."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/hands", query={"after": after, "limit": limit}, header={"Join-Code": join_code})


def show_hand(
    table_id: str,
    hand_number: int,
    *,
    join_code: str | None = None,
) -> Call[types.Hand]:
    """Read a hand. Returns one hand, command by command, as far as you may know it now: during
    play what your seat knows, afterwards everything. `Accept: text/plain` gets the same as text.
    Both forms can be read back without loss; docs/reference/hand-history.md defines them."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/hands/{part_of_path(hand_number)}", header={"Join-Code": join_code})


def replay_table(
    table_id: str,
    *,
    join_code: str | None = None,
    at: int | None = None,
    seat: str | None = None,
) -> Call[types.Replay]:
    """Show the view as it was. Returns the view that was served after the command with event
    `at`, to the byte, with that command and what the seat could have done before it. During play
    it is the view of your seat, or a spectator's; once the table is opened, of any `seat`."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/replay", query={"at": at, "seat": seat}, header={"Join-Code": join_code})


def list_disputes_of_table(
    table_id: str,
    *,
    join_code: str | None = None,
) -> Call[types.TableDisputes]:
    """List the disputes about a table. Returns all disputes about a table, newest first, to its
    players and to auditors."""
    return Call("GET", f"/v1/tables/{part_of_path(table_id)}/disputes", header={"Join-Code": join_code})


def open_dispute(
    table_id: str,
    body: types.DisputeInput,
    *,
    join_code: str | None = None,
) -> Call[types.AcceptedDispute]:
    """Dispute a hand. Opens a dispute about a hand. You must hold a seat, or have held one when
    play began, and ask while the hand is played or within a week of its end (the server may set
    another time). The players of the table and auditors see `reason`; the log holds a salted hash
    of it. The server compares receipts that you send with the log. A seat has one open dispute
    about a hand."""
    return Call("POST", f"/v1/tables/{part_of_path(table_id)}/disputes", header={"Join-Code": join_code}, body=body, is_keyed=True)


def list_disputes(
    *,
    status: Literal['open', 'ruled', 'withdrawn'] | None = None,
    table: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[types.DisputePage]:
    """List disputes. Returns disputes, newest first by `opened_at`; of several in one
    millisecond, the greater id. Auditors get all, players those of the tables at which they play
    or played. The list is eventually consistent."""
    return Call("GET", "/v1/disputes", query={"status": status, "table": table, "limit": limit, "cursor": cursor})


def show_dispute(dispute_id: str) -> Call[types.Dispute]:
    """Show a dispute. Returns a dispute to the players of its table and to auditors: the reason,
    every look of an auditor at hidden cards, the ruling and its reason."""
    return Call("GET", f"/v1/disputes/{part_of_path(dispute_id)}")


def withdraw_dispute(dispute_id: str) -> Call[types.AcceptedDispute]:
    """Withdraw a dispute. Withdraws an open dispute; only the player who opened it may do this.
    You may open another one while there is time."""
    return Call("DELETE", f"/v1/disputes/{part_of_path(dispute_id)}", is_keyed=True)


def show_evidence(dispute_id: str) -> Call[types.Evidence]:
    """Show the evidence. Returns the log of the hand with proof that it belongs to the table's
    chain, a verdict on each receipt, the verifier's report, the time of each turn, and who could
    read what. Players get what they may know, and the report once the table is opened. Auditors
    get everything, hidden cards too; the server records that look, one a request, before it
    answers. An auditor who holds or held a seat gets what a player gets."""
    return Call("GET", f"/v1/disputes/{part_of_path(dispute_id)}/evidence")


def download_disputes(dispute_id: str) -> Call[bytes]:
    """Download the log of all disputes about its table. Returns all disputes about the table as a
    log file, to those who get the evidence: JSON lines with a header, a line an event, and a
    signed last line. It can be verified offline, best with the log of the table. It holds nothing
    hidden, so this is not a look."""
    return Call("GET", f"/v1/disputes/{part_of_path(dispute_id)}/log", accept="application/jsonl")


def download_disputed_log(dispute_id: str) -> Call[bytes]:
    """Download the whole log file of its table. Returns to an auditor the table's log file with
    all parts, during play too and at tables that are opened only to auditors. The server records
    the look before it answers. Players download their log from the table."""
    return Call("GET", f"/v1/disputes/{part_of_path(dispute_id)}/table/log", accept="application/jsonl")


def replay_disputed(
    dispute_id: str,
    *,
    at: int | None = None,
    seat: int | None = None,
) -> Call[types.Replay]:
    """Show any seat's view as it was. Returns to an auditor the view of a seat after the command
    with event `at`, during play too. The server records the look before it answers."""
    return Call("GET", f"/v1/disputes/{part_of_path(dispute_id)}/replay", query={"at": at, "seat": seat})


def rule_dispute(dispute_id: str, body: types.NewRuling) -> Call[types.AcceptedDispute]:
    """Rule a dispute. Rules a dispute, once; only an auditor without a seat at the table may do
    this. While the table is open the ruling is a command of the table and play goes on from
    there. After its close the ruling is an event of the disputes with the corrected outcome, and
    the log stays as it is."""
    return Call("POST", f"/v1/disputes/{part_of_path(dispute_id)}/ruling", body=body, is_keyed=True)


def open_tournament(body: types.NewTournament) -> Call[types.AcceptedTournament]:
    """Open a tournament. Opens a tournament, which you direct; you need the role director or
    admin. The first event of its log seals 32 random bytes, from which the secrets of all deal
    groups follow. What you leave out has its default; the answer names all mistakes at once, each
    with its path. The server opens the tables; nobody else may sit down there."""
    return Call("POST", "/v1/tournaments", body=body, is_keyed=True)


def list_tournaments(
    *,
    phase: Literal['registration', 'called', 'running', 'closed'] | None = None,
    game: Literal['boojum', 'boon', 'boosh', 'bum', 'goblin_market'] | None = None,
    player: str | None = None,
    director: str | None = None,
    name: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[types.TournamentPage]:
    """List tournaments. Returns tournaments, newest first by `opened_at`; with `player` those
    that a player takes or took part in, by when they entered. `me` stands for you. The list is
    eventually consistent."""
    return Call("GET", "/v1/tournaments", query={"phase": phase, "game": game, "player": player, "director": director, "name": name, "limit": limit, "cursor": cursor})


def show_tournament(
    tournament_id: str,
    *,
    if_none_match: str | None = None,
) -> Call[types.TournamentFacts]:
    """Show a tournament. Returns what everybody may know of a tournament: settings, phase,
    counts, final places; its secret once it is closed and all its deals are over. `you` says what
    you are in it, what you may do, and at which table you play."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}", header={"If-None-Match": if_none_match})


def list_entrants(tournament_id: str) -> Call[types.Entrants]:
    """List entrants. Returns all entrants of a tournament in the order of their numbers,
    withdrawn ones too."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/entrants")


def enter_tournament(tournament_id: str, body: types.NewEntrant) -> Call[types.AcceptedEntrant]:
    """Enter a tournament. Enters you, or with `members` others: programs (accounts that programs
    play for), bots of a level, teams; only directors may enter others. If you enter alone you may
    commit to an entropy. A player takes part once, a level of bots any number of times."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/entrants", body=body, is_keyed=True)


def withdraw_entrant(tournament_id: str, number: int) -> Call[types.AcceptedTournament]:
    """Withdraw an entrant. Withdraws an entrant; its own players and directors may do this. It is
    paired no more, and plays on where it sits."""
    return Call("DELETE", f"/v1/tournaments/{part_of_path(tournament_id)}/entrants/{part_of_path(number)}", is_keyed=True)


def replace_entrant(
    tournament_id: str,
    number: int,
    body: types.NewReplacement,
) -> Call[types.AcceptedTournament]:
    """Replace an entrant. Replaces the members of an entrant at tables that are planned from now
    on; only directors may do this. A player who left does not come back under another number.
    Points and seed stay with the number; tables are rated for the accounts that play them."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/entrants/{part_of_path(number)}/replacement", body=body, is_keyed=True)


def return_entrant(
    tournament_id: str,
    number: int,
    body: types.Empty,
) -> Call[types.AcceptedTournament]:
    """Let an entrant return. Lets an entrant who was withdrawn be paired again, from the next
    round on; only directors may do this. What it missed brings nothing."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/entrants/{part_of_path(number)}/return", body=body, is_keyed=True)


def sit_out_rounds(
    tournament_id: str,
    number: int,
    body: types.NewByes,
) -> Call[types.AcceptedTournament]:
    """Let an entrant sit out rounds. Sets which rounds to come of a Swiss an entrant sits out, in
    place of those set before; its own players and directors may do this. The first
    `entrants.most_byes` of an entrant bring half a point, more bring nothing, and only directors
    give those."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/entrants/{part_of_path(number)}/byes", body=body, is_keyed=True)


def describe_tournament(
    tournament_id: str,
    body: types.NewDescription,
) -> Call[types.AcceptedTournament]:
    """Describe a tournament. Sets what is said of the tournament, in place of the text before;
    null removes it. Only directors may do this."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/description", body=body, is_keyed=True)


def announce_in_tournament(
    tournament_id: str,
    body: types.NewAnnouncement,
) -> Call[types.AcceptedTournament]:
    """Announce something. Tells everybody something; entrants get it as news. It stays in the
    log, and cannot be changed. Only directors may do this."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/announcements", body=body, is_keyed=True)


def invite_to_tournament(
    tournament_id: str,
    body: types.NewTournamentInvitations,
) -> Call[types.AcceptedTournament]:
    """Invite players. Lets players enter a tournament themselves that is for invited ones only;
    only directors may do this."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/invitations", body=body, is_keyed=True)


def seed_entrants(tournament_id: str, body: types.NewSeeding) -> Call[types.AcceptedTournament]:
    """Seed the entrants. Sets the order in which entrants are seeded, until the call for the
    start; only directors may do this. Who is left out follows, by rating or as registered. Sent
    again, it replaces the order."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/seeding", body=body, is_keyed=True)


def check_in(tournament_id: str, body: types.NewCheckIn) -> Call[types.AcceptedTournament]:
    """Check in. Checks you in before the call for the start, perhaps with a commitment to an
    entropy, which you cannot change later. A repeat changes nothing."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/check-in", body=body, is_keyed=True)


def call_tournament(tournament_id: str, body: types.Empty) -> Call[types.AcceptedTournament]:
    """Call for the start. Calls for the start; only directors may do this. Entrants who had to
    check in and have not are late. Promised entropies may be revealed for
    `schedule.reveal_seconds`; then, or as soon as none is awaited, the tournament starts."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/call", body=body, is_keyed=True)


def reveal_entropy(tournament_id: str, body: types.NewReveal) -> Call[types.AcceptedTournament]:
    """Reveal an entropy. Reveals the entropy that you committed to, between the call for the
    start and `until`, under a `closing` that you have checked as at a table. What is not revealed
    by then is withheld, which everybody sees."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/reveal", body=body, is_keyed=True)


def show_tournament_closing(tournament_id: str) -> Call[types.StartReceipts]:
    """Show the receipts of a tournament's start. Returns the receipt of the call for the start,
    which closed the commitments, and that of the start itself, which closed the entropies."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/closing")


def plan_round(tournament_id: str, body: types.NewRound) -> Call[types.AcceptedTournament]:
    """Plan a round. Plans a round of own pairings, at most 1,000 tables, all or none; only
    directors may do this. The server opens the tables. A round names every active entrant once,
    at a table or as a bye; if all entrants are bots, each may sit at any number of tables. The
    body has at most 64 KiB."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/rounds", body=body, is_keyed=True)


def list_rounds(tournament_id: str) -> Call[types.TournamentRounds]:
    """List the rounds. Returns the planned rounds in their order, with how many of their tables
    were played to their end."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/rounds")


def forbid_pairs(
    tournament_id: str,
    body: types.NewForbiddenPairs,
) -> Call[types.AcceptedTournament]:
    """Keep entrants apart. Keeps pairs of entrants apart in the rounds of a Swiss that are
    planned from now on, in place of all pairs of before. Only directors may do this who do not
    take part."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/forbidden-pairs", body=body, is_keyed=True)


def preview_round(tournament_id: str) -> Call[types.NextRound]:
    """Show the next round. Returns the next round of a Swiss as it would be planned now. Only
    directors may ask who do not take part."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/next-round")


def swap_entrants(tournament_id: str, body: types.NewSwap) -> Call[types.AcceptedTournament]:
    """Swap two entrants. Lets two entrants change places in the next round of a Swiss before it
    is planned, a bye included. Only directors may do this who do not take part. Swaps lapse when
    entrants come, leave or return, or results change."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/swaps", body=body, is_keyed=True)


def list_tournament_tables(
    tournament_id: str,
    *,
    round: int | None = None,
    entrant: int | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[types.TournamentTablePage]:
    """List the tables. Returns the planned tables in the order of their indexes: who sits where,
    and the results. A result appears when all tables of its deal group have ended; until then
    `places`, `scores` and `counts` are null. A ruling or a director may have set what a table
    counts."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/tables", query={"round": round, "entrant": entrant, "limit": limit, "cursor": cursor})


def adjudicate_table(
    tournament_id: str,
    index: int,
    body: types.NewAdjudication,
) -> Call[types.AcceptedTournament]:
    """Adjudicate a table. Sets what a table counts until the close, also while it is played: the
    given `places` and `scores`, or nothing without either. Only directors may do this."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/tables/{part_of_path(index)}/adjudication", body=body, is_keyed=True)


def preview_adjudication(
    tournament_id: str,
    index: int,
    *,
    places: str | None = None,
    scores: str | None = None,
) -> Call[types.AdjudicationPreview]:
    """Show what an adjudication would change. Returns what an adjudication would change in the
    standings, and which rounds were already paired by what counts now and stay as they are. It
    changes nothing; without `places` and `scores` the table counts nothing. Only directors may
    ask."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/tables/{part_of_path(index)}/adjudication", query={"places": places, "scores": scores})


def show_standings(
    tournament_id: str,
    *,
    round: int | None = None,
    format: Literal['json', 'csv', 'text'] | None = None,
    if_none_match: str | None = None,
) -> Call[types.TournamentStandings]:
    """Show the standings. Returns the standings, best first, after a round or the newest one:
    points, means of a table with 95 % intervals, tie-breaks. They follow from the deal groups
    that have ended; `ended` counts those. docs/reference/tournament-settings.md defines them.
    `Accept: text/csv` gets them for spreadsheets, `text/plain` for people; `format` does the same
    for clients that cannot send headers."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/standings", query={"round": round, "format": format}, header={"If-None-Match": if_none_match})


def show_cross_table(
    tournament_id: str,
    *,
    round: int | None = None,
    entrant: int | None = None,
    format: Literal['json', 'csv', 'text'] | None = None,
    if_none_match: str | None = None,
) -> Call[types.CrossTable]:
    """Show the cross-table. Returns for each pair of entrants by how much the first is ahead a
    table, with a 95 % interval. Only deal groups count that both have played. A pair also tells
    the tables at which they met, and how many more deal groups would separate them. CSV and text
    have a row an entrant, and three columns for each other entrant: the difference and its
    bounds. Of more than 250 entrants it returns only the pairs of one, `entrant`, at a time."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/cross-table", query={"round": round, "entrant": entrant, "format": format}, header={"If-None-Match": if_none_match})


def show_tournament_ratings(
    tournament_id: str,
    *,
    entrant: int | None = None,
    limit: int | None = None,
    if_none_match: str | None = None,
) -> Call[types.TournamentRatings]:
    """Show ratings by round. Returns the ratings of entrants within the tournament, round by
    round, as if nobody had played before. All begin at 25; tables of all games count alike, in
    their order, when their deal group has ended. Without `entrant` it returns the first of the
    standings. The standings show how ratings of accounts have changed."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/ratings", query={"entrant": entrant, "limit": limit}, header={"If-None-Match": if_none_match})


def show_collusion(
    tournament_id: str,
    *,
    limit: int | None = None,
) -> Call[types.CollusionFigures]:
    """Show figures of pairs. Returns for pairs of entrants what one gave the other, and what both
    brought together, beyond what their strength and the same deals let expect. Pairs that an
    interval tells from nothing are flagged; that proves nothing. Only directors who do not play
    may ask. It follows from deal groups that have ended."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/collusion", query={"limit": limit})


def list_tournament_events(
    tournament_id: str,
    *,
    after: int | None = None,
    limit: int | None = None,
    wait: int | None = None,
) -> Call[types.TournamentEventPage]:
    """Read the log. Returns the events of the tournament's log after number `after`, each with
    its public part, its seals and the head after it; sealed parts once it is closed and all its
    deals are over. `wait` waits until there is an event after `after`. `Accept: text/event-
    stream` gets a stream: first a message `tournament`, then, at most once a second, messages
    `event` and one `tournament`, as somebody without a part in it sees them. The `id` of a
    message is the number of the newest event; to resume, send it as Last-Event-ID. The stream
    ends after an hour. An `after` that the log does not have gets 404 `table/no_such_event`."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/events", query={"after": after, "limit": limit, "wait": wait})


def download_tournament_log(tournament_id: str) -> Call[bytes]:
    """Download the log file. Returns the log of the tournament as JSON lines: a header, a line an
    event, and a signed last line. The public key is enough to verify it offline. It holds all
    parts once the tournament is closed and all its deals are over, until then the public ones."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/log", accept="application/jsonl")


def export_tournament(tournament_id: str) -> Call[bytes]:
    """Download all that there is of a tournament that is over. Returns a closed tournament, once
    all its tables are closed, as a zip file: `tournament.jsonl`, its log; `tables/<id>.jsonl`,
    the log of each table; `results.json` in the schema of docs/reference/tournament-results.md.
    The server makes it while it sends it: a file that breaks off has no end, and no program opens
    it."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/export", accept="application/zip")


def download_tournament_results(
    tournament_id: str,
    *,
    part: Literal['entrants', 'rounds', 'tables', 'standings', 'cross_table'] | None = None,
) -> Call[bytes]:
    """Download what has come of a tournament that is over, line by line. Returns what
    `results.json` of the export holds as JSON lines, so that large fields need not be read at
    once. The first line is `{"results": ...}`, each further one `{"<part>": <row>}`, the last one
    `{"end": {"rows": <count>}}`: without it the file has broken off."""
    return Call("GET", f"/v1/tournaments/{part_of_path(tournament_id)}/results", query={"part": part}, accept="application/jsonl")


def pause_tournament(tournament_id: str, body: types.Empty) -> Call[types.AcceptedTournament]:
    """Pause a tournament. Stops the planning of rounds; only directors may do this. Planned
    rounds are played."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/pause", body=body, is_keyed=True)


def resume_tournament(tournament_id: str, body: types.Empty) -> Call[types.AcceptedTournament]:
    """Resume a tournament. Lets rounds be planned again; only directors may do this."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/resume", body=body, is_keyed=True)


def reschedule_tournament(
    tournament_id: str,
    body: types.NewTimes,
) -> Call[types.AcceptedTournament]:
    """Change when a tournament starts, or when its next round does. Changes when the start is
    called for, or postpones the next round; only directors may do this."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/schedule", body=body, is_keyed=True)


def close_tournament(tournament_id: str, body: types.NewClose) -> Call[types.AcceptedTournament]:
    """Close a tournament. Closes a tournament while no table is played; only directors may do
    this. One with own pairings closes with its final places, any other before its format is over
    only with `abandon`."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/close", body=body, is_keyed=True)


def name_director(tournament_id: str, body: types.NewDirector) -> Call[types.AcceptedTournament]:
    """Name another director. Makes another player a director, at most 32 besides the first; only
    directors may do this. Directors see what spectators of tables would see; a director who takes
    part sees no more than any entrant."""
    return Call("POST", f"/v1/tournaments/{part_of_path(tournament_id)}/directors", body=body, is_keyed=True)


def show_leaderboard(
    game: str,
    *,
    min_tables: int | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[types.Leaderboard]:
    """Show the leaderboard of a game. Returns the players of a game, best rating first. A table
    counts if it was played to its end and at least two players held seats when play began; a
    seat's result belongs to the player who held it then. Bots do not change ratings of players:
    `bots` rates their levels among themselves, by tables with two levels or more. A level with
    several seats at a table counts once, by the mean of their places. Ratings follow the model of
    Bradley and Terry; `rating` is mu less three sigma. The leaderboard is eventually
    consistent."""
    return Call("GET", f"/v1/leaderboards/{part_of_path(game)}", query={"min_tables": min_tables, "limit": limit, "cursor": cursor})


def show_status() -> Call[types.ServerStatus]:
    """Show how the server fares. Returns what `fairdeal status` prints of the store, its memory
    and replicas, followers, the lag of read models, and waiting jobs. It counts tables that are
    open, due, overdue or quarantined, and disputes without a ruling. It shows the archive, keys,
    disk and processes. `troubles` says in sentences what needs attention. Only for the role
    admin. The server looks once a second at most."""
    return Call("GET", "/v1/status")


def list_keys() -> Call[types.Keys]:
    """Show the public keys. Returns the public keys of receipts, log files and checkpoints,
    newest first, each with the time in which it signed. A process may use a key for some seconds
    longer. Keep the answer, and compare it later."""
    return Call("GET", "/v1/keys")


def verify_log(
    body: bytes | types.LogFile,
    *,
    receipts: str | None = None,
) -> Call[types.Verification]:
    """Verify a log file. Verifies a log file of a table of this server with its public keys, as
    `fairdeal verify` does: chain, seals, shuffles, actions, times, result, signature. The server
    keeps nothing. The verdict on a bad or unreadable log is an answer too. A log of disputes is
    verified by itself; `fairdeal verify` compares it with the log of its table. You may send
    receipts along. A log may have 100 MiB, without a token 10 MiB, unless the server sets other
    limits. If you do not trust this server, verify offline."""
    return Call("POST", "/v1/verifications", header={"Receipts": receipts}, body=body)


def replay_log(
    body: bytes | types.LogFile,
    *,
    at: int | None = None,
    seat: str | None = None,
    limit: int | None = None,
) -> Call[types.LogReplay]:
    """Show a log file moment by moment. Verifies a whole, opened log file of a table of any
    server, and judges every action again. It returns each command as `GET
    /v1/tables/{table_id}/replay` does: what a seat saw, what was done, how long it took, and what
    the seat could have done. The server keeps nothing, so each page takes the whole file. Logs
    hold no names of players. A log with a fault or with sealed parts is refused; `report` says if
    the signature is another server's. A log may have 4 MiB and 20,000 events."""
    return Call("POST", "/v1/replays", query={"at": at, "seat": seat, "limit": limit}, body=body)


def show_links() -> Call[types.Links]:
    """Show where to begin. Returns where things are: a page to clients that prefer HTML to JSON,
    links to all others."""
    return Call("GET", "/")


def show_openapi(*, if_none_match: str | None = None) -> Call[types.OpenapiDocument]:
    """Show this description. Returns this document as JSON."""
    return Call("GET", "/v1/openapi.json", header={"If-None-Match": if_none_match})


def check_health() -> Call[types.Health]:
    """Ask whether the process runs. Answers as long as the process runs, with or without its
    store."""
    return Call("GET", "/healthz")


def check_readiness() -> Call[types.Health]:
    """Ask whether the service is ready. Answers 200 if the store answers and holds all that this
    server has signed, else 503 with the reason, such as how much data the store has loaded.
    `warning` says that the store will be full soon."""
    return Call("GET", "/readyz")


def show_metrics() -> Call[str]:
    """Show the numbers that an operator watches, unless they have an address of their own.
    Returns the metrics of all processes, the store, read models and queues, and those of the
    process that answers, in Prometheus' text format. It answers 404 if the server shows them at
    another address."""
    return Call("GET", "/metrics", accept="text/plain")
