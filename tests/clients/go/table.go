// Play a table of Boon with the client that a generator made from openapi.yaml.
//
//	table URL
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log"
	"os"

	"openapi"
)

const wait = 20 // seconds

// key returns a key of its own for a request.
func key() string {
	bytes := make([]byte, 12)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return hex.EncodeToString(bytes)
}

// must ends the program where the server, or the way there, refuses; the problem says why.
func must(err error) {
	if refused, ok := err.(*openapi.GenericOpenAPIError); ok {
		log.Fatalf("%s: %s", err, refused.Body())
	}
	if err != nil {
		log.Fatal(err)
	}
}

// chosen takes the Boon in the first round, buries as offered, plays the first legal card.
func chosen(view *openapi.BoonView) openapi.BoonAction {
	choices, play := view.Choices.Get(), view.Play.Get()
	if len(choices.Picks) > 0 {
		return choices.Picks[0].Example
	}
	for _, one := range choices.Actions {
		if one.BoonPlay != nil {
			return one
		}
	}
	if play.Round == 1 {
		return openapi.BoonTakeAsBoonAction(openapi.NewBoonTake("take"))
	}
	return openapi.PassAsBoonAction(openapi.NewPass("pass"))
}

// sent returns an action of Boon as one of any game, which is what may be sent.
func sent(one openapi.BoonAction) openapi.Action {
	return openapi.Action{
		BoonBury: one.BoonBury, BoonPlay: one.BoonPlay, BoonTake: one.BoonTake, Pass: one.Pass,
	}
}

func main() {
	config := openapi.NewConfiguration()
	config.Servers = openapi.ServerConfigurations{{URL: os.Args[1]}}
	api, nobody := openapi.NewAPIClient(config), context.Background()

	player := openapi.NewNewPlayer()
	player.SetName("generated " + key())
	made, _, err := api.PlayersAPI.RegisterPlayer(nobody).NewPlayer(*player).Execute()
	must(err)
	me := context.WithValue(nobody, openapi.ContextAccessToken, made.Token)

	wanted := openapi.NewNewBoonTable("boon", 3)
	wanted.Options = openapi.NewBoonOptionsInput()
	wanted.Options.SetMaxRounds(2)
	opened, _, err := api.TablesAPI.OpenTable(me).IdempotencyKey(key()).
		NewTable(openapi.NewBoonTableAsNewTable(wanted)).Execute()
	must(err)
	table := opened.View.BoonView.Table

	for seat := 0; seat < 3; seat++ {
		taken := openapi.NewNewSeat()
		if seat > 0 {
			taken.SetBot("regular")
		}
		_, _, err = api.TablesAPI.SitDown(me, table).IdempotencyKey(key()).NewSeat(*taken).Execute()
		must(err)
	}
	started, _, err := api.TablesAPI.StartTable(me, table).IdempotencyKey(key()).
		Body(map[string]interface{}{}).Execute()
	must(err)

	view := started.View.BoonView
	for view.Phase != "closed" {
		if view.Choices.Get() == nil {
			looked, _, err := api.PlayAPI.ShowView(me, table).After(int32(view.N)).Wait(wait).Execute()
			must(err)
			view = looked.BoonView
			continue
		}
		done, _, err := api.PlayAPI.Act(me, table).IdempotencyKey(key()).
			IfMatch(fmt.Sprintf(`"%d.%d.0"`, view.N, *view.Seat.Get())).Action(sent(chosen(view))).Execute()
		must(err)
		view = done.View.BoonView
	}

	cards := 0
	for after, more := int64(0), true; more; {
		page, _, err := api.PlayAPI.ListEvents(me, table).After(int32(after)).Execute()
		must(err)
		for _, event := range page.Events {
			if event.BoonCardPlayedV1 != nil {
				cards++
			}
		}
		next := page.Next.Get()
		if more = next != nil; more {
			after = *next
		}
	}
	fmt.Printf("%d cards; places %v\n", cards, view.Outcome.Get().Places)
}
