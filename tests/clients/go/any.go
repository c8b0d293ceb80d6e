package fairdeal

import "encoding/json"

// Action is an action of any game: one of the types named for it, such as BoonPlay.
type Action = interface{}

// Choices are those of any game: see the choices of its view.
type Choices = interface{}

// NullableChoices may be null.
type NullableChoices struct{ value interface{} }

func (v NullableChoices) Get() *interface{}             { return &v.value }
func (v *NullableChoices) Set(val *interface{})         { v.value = *val }
func (v NullableChoices) IsSet() bool                   { return v.value != nil }
func (v *NullableChoices) Unset()                       { v.value = nil }
func (v NullableChoices) MarshalJSON() ([]byte, error)  { return json.Marshal(v.value) }
func (v *NullableChoices) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &v.value) }
